import { formatUsd, type KeyMode } from '@loupe/dto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Actor, recordAudit } from '../../../platform/audit/audit-log.repository';
import { ENV, type Env } from '../../../platform/config/env';
import type { Transactor } from '../../../platform/database/db';
import { noSuch, Problem, parameterProblem, tooManyRequests } from '../../../platform/problem';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '../api-key-format';
import { type ApiKey, type KeyChoices, type KeyCommand, keyTarget, type NewApiKey } from './api-key';
import { ApiKeysRepository, type KeyFilter, type KeyRow } from './api-keys.repository';
import { firstDailyCapMicros } from './built-in-keys';
import { type Developer, type SpendingCaps, SpendingCapsRepository } from './spending-caps.repository';

/** Per account. During the overlaps after rotations, an account may have up to twice as many. */
export const maxActiveKeys = 50;
/** Per account and UTC day, without rotations, so that nobody fills the lists and the memory of each process. */
export const maxNewKeysPerDay = 100;

type CheckKey = (key: ApiKey) => void;

/**
 * Operations of members and support on keys. Each change is one transaction with its audit entry. The database notifies every
 * process of the change. A key of another account is `not_found`.
 */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: ApiKeysRepository,
    private readonly caps: SpendingCapsRepository,
    @Inject(ENV) private readonly env: Pick<Env, 'SANDBOX_UPSTREAM_URL'>,
  ) {}

  /** Active keys first, newest first. */
  list(accountId: number, filter: KeyFilter, limit: number): Promise<ApiKey[]> {
    return this.keys.list(this.dataSource, accountId, filter, limit);
  }

  /** @throws {Problem} `not_found`. */
  async find(keyId: number, accountId: number | null): Promise<ApiKey> {
    return found(await this.keys.find(this.dataSource, keyId, accountId));
  }

  /** Keys of all accounts by the start of their prefix, newest first. @param prefix letters and digits */
  async findByPrefix(prefix: string, limit: number): Promise<ApiKey[]> {
    const matches = await this.keys.findByPrefix(this.dataSource, prefix, limit);
    return Promise.all(matches.map(({ id, accountId }) => this.find(id, accountId)));
  }

  /** The names of keys by id, including revoked keys. */
  names(accountIds: readonly number[], keyIds: readonly number[]): Promise<Map<number, string>> {
    return this.keys.names(this.dataSource, accountIds, keyIds);
  }

  /** The ids of all keys in the family of a key, including its own. Empty when the account has no such key. */
  familyOf(accountId: number, keyId: number): Promise<number[]> {
    return this.keys.familyOf(this.dataSource, accountId, keyId);
  }

  /** The active keys in the family of a key, including its own. */
  async activeFamily({ id, accountId }: ApiKey, db: EntityManager): Promise<ApiKey[]> {
    const keys = await this.keys.list(db, accountId, { ofFamilyOf: id }, 2 * maxActiveKeys);
    return keys.filter(({ state }) => state === 'active');
  }

  /**
   * @param isOwner a key of a developer counts towards the developer's limit (see `DeveloperCaps`).
   * @throws {Problem} `unprocessable_entity` for a switched-off mode; `conflict` for too many active keys; `too_many_requests`
   *   for too many new keys today; `not_found`.
   */
  async create(
    accountId: number,
    choices: KeyChoices & { readonly name: string; readonly mode?: KeyMode | undefined },
    actor: Actor,
    isOwner = true,
    within: Transactor = this.dataSource,
  ): Promise<NewApiKey> {
    const { name, mode = 'live', expiresAt = null } = choices;
    if (this.isOff(mode)) throw parameterProblem('body', 'mode', testKeysOff);
    return this.change(within, accountId, async (db) => {
      const row = {
        accountId,
        name,
        mode,
        expiresAt,
        allowedIps: nullIfEmpty(choices.allowedIps),
        rotatedFromId: null,
      };
      const created = await this.insert(db, row, maxActiveKeys, false);
      const caps = { dailyCapMicros: null, monthlyCapMicros: null, ...chosenCaps(choices) };
      const developer = isOwner ? undefined : await this.developerOf(db, accountId, actor);
      // Only a key with caps needs the account's ledger lock, which `set` takes.
      if (caps.dailyCapMicros !== null || caps.monthlyCapMicros !== null || developer)
        await this.caps.set(db, created, caps, developer);
      await this.audit(db, 'key.create', created, actor, {
        name,
        mode,
        prefix: created.prefix,
        ...detailOf(choices),
      });
      return {
        ...created,
        ...caps,
        developerDailyCapMicros: developer?.dailyCapMicros ?? null,
        developerId: developer?.userId ?? null,
      };
    });
  }

  /**
   * @param check throws if the key, which is locked, may not be changed
   * @throws {Problem} `not_found`; `conflict` when the key is revoked, or when reactivating it would exceed the account's maximum
   */
  async update(
    { accountId, keyId, actor }: KeyCommand,
    choices: KeyChoices,
    within: Transactor = this.dataSource,
    check?: CheckKey,
  ): Promise<ApiKey> {
    return this.change(within, accountId, async (db) => {
      const key = found(await this.keys.find(db, keyId, accountId));
      if (key.state === 'revoked')
        throw new Problem('conflict', 'This key is revoked, so it cannot be changed. Create a new key.');
      check?.(key);
      const { name, expiresAt, allowedIps } = choices;
      if (choices.dailyCapMicros !== undefined || choices.monthlyCapMicros !== undefined) {
        await this.caps.set(db, key, { ...key, ...chosenCaps(choices) });
      }
      if (name !== undefined) await this.keys.rename(db, keyId, name);
      if (allowedIps !== undefined) await this.keys.setAllowedIps(db, keyId, nullIfEmpty(allowedIps));
      if (expiresAt !== undefined && !(await this.keys.setExpiry(db, keyId, expiresAt, maxActiveKeys)))
        throw tooManyKeys(maxActiveKeys);
      await this.audit(db, 'key.change', key, actor, { name, ...detailOf(choices) });
      return found(await this.keys.find(db, keyId, accountId));
    });
  }

  /** Cannot be undone; revoking again changes nothing. @throws {Problem} `not_found`; `conflict` for a built-in key. */
  revoke({ accountId, keyId, actor }: KeyCommand, within: Transactor = this.dataSource): Promise<void> {
    return this.change(within, accountId, async (db) => {
      const key = found(await this.keys.find(db, keyId, accountId));
      if (key.builtIn) throw builtIn;
      if (key.state === 'revoked') return;
      await this.keys.revoke(db, keyId);
      await this.audit(db, 'key.revoke', key, actor, { name: key.name, prefix: key.prefix });
    });
  }

  /**
   * Replaces a key with a new one of the same name, mode, expiry, addresses, rate and caps. The old one keeps working for the overlap.
   * @param overlapSeconds 0 to 604800; with 0 the old key is revoked.
   * @param isOwner only owners may rotate a live key without a cap.
   * @throws {Problem} `not_found`; `forbidden`; `conflict` when the key is built-in, not active or already rotated, when its mode is
   * switched off, or when the account has too many keys.
   */
  rotate(
    { accountId, keyId, actor }: KeyCommand,
    overlapSeconds: number,
    isOwner = true,
    within: Transactor = this.dataSource,
  ): Promise<NewApiKey> {
    return this.change(within, accountId, async (db) => {
      const old = found(await this.keys.find(db, keyId, accountId));
      if (old.builtIn) throw builtIn;
      if (old.state !== 'active')
        throw new Problem('conflict', `This key is ${old.state}, so it cannot be rotated. Create a new key.`);
      if (old.retiresAt)
        throw new Problem('conflict', 'This key has already been rotated. Rotate or revoke the newer key instead.');
      const { name, mode, expiresAt } = old;
      // A call with a test key costs nothing.
      const caps = [old.dailyCapMicros, old.monthlyCapMicros, old.developerDailyCapMicros];
      if (!isOwner && mode === 'live' && caps.every((cap) => cap === null))
        throw new Problem('forbidden', 'Only an owner of the account can rotate a key that has no spending limit.');
      if (this.isOff(mode)) throw new Problem('conflict', `The mode of the new key ${testKeysOff}.`);
      const row = { accountId, name, mode, expiresAt, allowedIps: nullIfEmpty(old.allowedIps), rotatedFromId: keyId };
      const created = await this.insert(db, row, 2 * maxActiveKeys, true);
      if (overlapSeconds > 0) await this.keys.retire(db, keyId, overlapSeconds);
      else await this.keys.revoke(db, keyId);
      const detail = { overlap_seconds: overlapSeconds, new_key_id: `${created.id}`, prefix: created.prefix };
      await this.audit(db, 'key.rotate', old, actor, detail);
      return created;
    });
  }

  /** Sets the rate of a key and its family, for support: the key may be of any account. @throws {Problem} `not_found`, and as `check`. */
  async setRate(keyId: number, ratePerSecond: number, actor: Actor, check?: CheckKey): Promise<ApiKey> {
    const { accountId } = await this.find(keyId, null);
    return this.change(this.dataSource, accountId, async (db) => {
      const key = found(await this.keys.find(db, keyId, accountId));
      check?.(key);
      await this.keys.setRateOfKeyFamily(db, key.keyFamilyId, ratePerSecond);
      const detail = { before: key.ratePerSecond, after: ratePerSecond };
      await this.audit(db, 'key.set_rate', key, actor, detail);
      return { ...key, ratePerSecond };
    });
  }

  /** The caller holds the account's lock, so that a concurrent change of the limit reaches the new key. */
  private async developerOf(db: EntityManager, accountId: number, { userId }: Actor): Promise<Developer> {
    const chosen = await this.caps.findOfDevelopers(db, accountId);
    return { userId: userId!, dailyCapMicros: chosen ?? firstDailyCapMicros };
  }

  private change<T>(within: Transactor, accountId: number, work: (db: EntityManager) => Promise<T>): Promise<T> {
    return within.transaction(async (db) => {
      if (!(await this.keys.lockAccount(db, accountId))) throw noSuch('account');
      return work(db);
    });
  }

  private async insert(
    db: EntityManager,
    row: Omit<KeyRow, 'hash' | 'prefix'>,
    maxKeys: number,
    countRetiring: boolean,
  ): Promise<NewApiKey> {
    const plaintext = generateApiKey(row.mode);
    const secret = { hash: hashApiKey(plaintext), prefix: apiKeyPrefix(plaintext) };
    const limits = { activeKeys: maxKeys, newKeysPerDay: maxNewKeysPerDay };
    const keyId = await this.keys.insert(db, { ...row, ...secret }, limits, countRetiring);
    if (keyId === undefined) throw await this.refusal(db, row, maxKeys);
    return { ...found(await this.keys.find(db, keyId, row.accountId)), plaintext };
  }

  private async refusal(
    db: EntityManager,
    { accountId, rotatedFromId }: Pick<KeyRow, 'accountId' | 'rotatedFromId'>,
    maxKeys: number,
  ): Promise<Problem> {
    const { count, secondsLeft } = await this.keys.newKeys(db, accountId);
    if (rotatedFromId !== null || count < maxNewKeysPerDay) return tooManyKeys(maxKeys);
    const detail = `The account has created ${count} keys today, the maximum of a day (UTC). Create the next one in ${secondsLeft} s, or rotate a key.`;
    return tooManyRequests('rate', detail, secondsLeft);
  }

  /** Whether the installation cannot serve keys of this mode. */
  private isOff(mode: KeyMode): boolean {
    return mode === 'test' && !this.env.SANDBOX_UPSTREAM_URL;
  }

  private audit(
    db: EntityManager,
    action: string,
    key: ApiKey,
    actor: Actor,
    detail: Record<string, unknown>,
  ): Promise<void> {
    return recordAudit(db, { actor, action, ...keyTarget(key), detail });
  }
}

const testKeysOff = 'cannot be test, because test keys are switched off: the operator has not set SANDBOX_UPSTREAM_URL';

const builtIn = new Problem('conflict', 'The playground uses this built-in key. Lower its daily limit instead.');

const tooManyKeys = (maxKeys: number) =>
  new Problem('conflict', `The account already has ${maxKeys} active keys, the maximum. Revoke one first.`);

function found(key: ApiKey | undefined): ApiKey {
  if (!key) throw noSuch('key');
  return key;
}

function nullIfEmpty(entries: readonly string[] | null | undefined): readonly string[] | null {
  return entries && entries.length > 0 ? entries : null;
}

/** The caps that the choices set or remove. */
function chosenCaps({ dailyCapMicros, monthlyCapMicros }: KeyChoices): Partial<SpendingCaps> {
  return {
    ...(dailyCapMicros !== undefined && { dailyCapMicros }),
    ...(monthlyCapMicros !== undefined && { monthlyCapMicros }),
  };
}

/** The choices as details of an audit entry, whose JSON omits undefined ones. */
function detailOf({ expiresAt, dailyCapMicros, monthlyCapMicros, allowedIps }: KeyChoices): Record<string, unknown> {
  const usd = (micros: bigint | null | undefined) => (typeof micros === 'bigint' ? formatUsd(micros) : micros);
  return {
    expires_at: expiresAt,
    daily_cap_usd: usd(dailyCapMicros),
    monthly_cap_usd: usd(monthlyCapMicros),
    allowed_ips: allowedIps,
  };
}
