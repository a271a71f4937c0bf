import { type KeyMode } from '@loupe/dto';
import { Inject, Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { ENV, type Env } from '../../../platform/config/env';
import { type Db, type EntityDb, generatedId } from '../../../platform/database/db';
import { ApiKeyRow } from '../../../platform/database/entities/api-keys';
import type { ApiKey } from './api-key';
import { type KeyFamilyCaps, SpendingCapsRepository } from './spending-caps.repository';

/** A key to insert. */
export interface KeyRow {
  readonly accountId: number;
  readonly name: string;
  readonly mode: KeyMode;
  readonly hash: Buffer;
  readonly prefix: string;
  readonly allowedIps: readonly string[] | null;
  readonly expiresAt: Date | null;
  /** The key that this key replaces, and whose key family and rate it inherits. */
  readonly rotatedFromId: number | null;
}

export interface KeyLimits {
  readonly activeKeys: number;
  readonly newKeysPerDay: number;
}

/** The stored parts of the playground key's text. */
export type BuiltInKey = Pick<ApiKeyRow, 'hash' | 'prefix'>;

export interface KeyFilter {
  /** The last key of the previous page. */
  readonly after?: Pick<ApiKey, 'id' | 'state'> | undefined;
  /** Only this key and its rotations. */
  readonly ofFamilyOf?: number | undefined;
}

/** A row of `selectKeys`. */
type ListedKey = Omit<ApiKey, 'ratePerSecond' | 'allowedIps' | keyof KeyFamilyCaps> &
  Pick<ApiKeyRow, 'ratePerSecond' | 'allowedIps'>;

const selectKeys = (allowedIps = 'k.allowed_ips') => `
  SELECT k.id::float8, k.account_id::float8 AS "accountId", k.key_family_id::float8 AS "keyFamilyId",
    k.rotated_from_id::float8 AS "rotatedFromId", k.name, k.mode, k.prefix, k.rate_per_second AS "ratePerSecond",
    ${allowedIps} AS "allowedIps", k.built_in AS "builtIn",
    k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.retires_at AS "retiresAt", k.revoked_at AS "revokedAt",
    u.last_used_at AS "lastUsedAt", u.last_used_from AS "lastUsedFrom",
    CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.retires_at <= now() THEN 'replaced'
         WHEN k.expires_at <= now() THEN 'expired' ELSE 'active' END AS state
  FROM api_keys k LEFT JOIN api_key_uses u ON u.key_id = k.id`;
/** Keys that the account $1 has created today (UTC). */
const newKeys = `SELECT count(*) FROM api_keys
  WHERE account_id = $1 AND rotated_from_id IS NULL AND NOT built_in AND created_at >= date_trunc('day', now(), 'UTC')`;
const live = '(revoked_at IS NULL AND coalesce(least(expires_at, retires_at) > now(), true))';

@Injectable()
export class ApiKeysRepository {
  constructor(
    private readonly caps: SpendingCapsRepository,
    @Inject(ENV) private readonly env: Pick<Env, 'RATE_LIMIT_PER_SECOND'>,
  ) {}

  /**
   * Locks an account, so that changes of its keys run one after the other. Lock order: the account before its keys.
   * @returns false when there is no such customer.
   */
  async lockAccount(db: Db, accountId: number): Promise<boolean> {
    const rows = await db.query(`SELECT FROM account_profiles WHERE id = $1 AND kind = 'customer' FOR NO KEY UPDATE`, [
      accountId,
    ]);
    return rows.length > 0;
  }

  /** Active keys first, newest first. Ended keys may be many, so they come without their address ranges. */
  async list(db: Db, accountId: number, { after, ofFamilyOf }: KeyFilter, limit: number): Promise<ApiKey[]> {
    const rows: ListedKey[] = await db.query(
      `${selectKeys(`CASE WHEN ${live} THEN k.allowed_ips END`)} WHERE k.account_id = $1 AND ($2::bigint IS NULL OR (${live}, k.id) < ($3, $2))
         AND ($4::bigint IS NULL OR k.key_family_id = (SELECT key_family_id FROM api_keys WHERE account_id = $1 AND id = $4))
       ORDER BY ${live} DESC, k.id DESC LIMIT $5`,
      [accountId, after?.id, after?.state === 'active', ofFamilyOf, limit],
    );
    return this.shown(db, rows);
  }

  /** @param accountId when given, only a key of this account is found. */
  async find(db: Db, keyId: number, accountId: number | null): Promise<ApiKey | undefined> {
    const rows: ListedKey[] = await db.query(
      `${selectKeys()} WHERE k.id = $1 AND ($2::bigint IS NULL OR k.account_id = $2)`,
      [keyId, accountId],
    );
    return (await this.shown(db, rows))[0];
  }

  /** Ids and accounts of keys by the start of their prefix, newest first. @param prefix letters and digits */
  findByPrefix(db: Db, prefix: string, limit: number): Promise<Pick<ApiKey, 'id' | 'accountId'>[]> {
    return db.query(
      `SELECT id::float8, account_id::float8 AS "accountId" FROM api_keys WHERE prefix LIKE $1 ORDER BY id DESC LIMIT $2`,
      [`${prefix}%`, limit],
    );
  }

  /** The ids of all keys in the family of a key, including its own. Empty when the account has no such key. */
  async familyOf(db: Db, accountId: number, keyId: number): Promise<number[]> {
    const rows: { id: string }[] = await db.query(
      `SELECT id FROM api_keys WHERE account_id = $1
         AND key_family_id = (SELECT key_family_id FROM api_keys WHERE account_id = $1 AND id = $2) ORDER BY id`,
      [accountId, keyId],
    );
    return rows.map(({ id }) => Number(id));
  }

  /** The names of accounts' keys by key id, including revoked keys. */
  async names(db: EntityDb, accountIds: readonly number[], keyIds: readonly number[]): Promise<Map<number, string>> {
    if (keyIds.length === 0) return new Map();
    const where = { accountId: In(accountIds), id: In(keyIds) };
    const keys = await db.getRepository(ApiKeyRow).find({ select: { id: true, name: true }, where });
    return new Map(keys.map(({ id, name }) => [id, name]));
  }

  /**
   * Inserts a key and returns its id, or undefined when the account already has `maxActiveKeys`, or has created `maxNewKeys`
   * today (UTC), not counting rotations. The caller holds the lock of {@link lockAccount}. Keys in the overlap after a rotation
   * count only with `countRetiring`; the built-in key never counts.
   */
  async insert(db: Db, key: KeyRow, max: KeyLimits, countRetiring: boolean): Promise<number | undefined> {
    const rows: { id: string }[] = await db.query(
      `INSERT INTO api_keys (account_id, hash, prefix, name, allowed_ips, expires_at, rotated_from_id, mode, key_family_id, rate_per_second)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8,
              (SELECT key_family_id FROM api_keys WHERE id = $7), (SELECT rate_per_second FROM api_keys WHERE id = $7)
       WHERE $9 > (SELECT count(*) FROM api_keys WHERE account_id = $1 AND ${live} AND NOT built_in AND (retires_at IS NULL OR $10))
         AND ($7::bigint IS NOT NULL OR $11 > (${newKeys}))
       RETURNING id`,
      [
        key.accountId,
        key.hash,
        key.prefix,
        key.name,
        key.allowedIps,
        key.expiresAt,
        key.rotatedFromId,
        key.mode,
        max.activeKeys,
        countRetiring,
        max.newKeysPerDay,
      ],
    );
    return rows[0] && Number(rows[0].id);
  }

  /** How many keys the account has created today (UTC), without rotations, and the seconds until tomorrow. */
  async newKeys(db: Db, accountId: number): Promise<{ count: number; secondsLeft: number }> {
    const [row] = await db.query(
      `SELECT (${newKeys})::int AS count,
         ceil(extract(epoch FROM date_trunc('day', now(), 'UTC') + interval '1 day' - now()))::int AS "secondsLeft"`,
      [accountId],
    );
    return row;
  }

  /** The playground's key of an account. */
  async findBuiltIn(db: EntityDb, accountId: number): Promise<BuiltInKey | undefined> {
    const key = await db.getRepository(ApiKeyRow).findOneBy({ accountId, builtIn: true });
    return key ? { hash: key.hash, prefix: key.prefix } : undefined;
  }

  /** The caller holds the lock of {@link lockAccount}. */
  async insertBuiltIn(db: EntityDb, key: BuiltInKey & Pick<KeyRow, 'accountId' | 'name'>): Promise<number> {
    return generatedId(await db.getRepository(ApiKeyRow).insert({ ...key, builtIn: true }));
  }

  async rename(db: EntityDb, id: number, name: string): Promise<void> {
    await db.getRepository(ApiKeyRow).update({ id }, { name });
  }

  /** @param allowedIps null allows any address. */
  async setAllowedIps(db: EntityDb, id: number, allowedIps: readonly string[] | null): Promise<void> {
    await db.getRepository(ApiKeyRow).update({ id }, { allowedIps });
  }

  /**
   * Sets when a key expires. Returns false and changes nothing when that would reactivate an expired key beyond the maximum of the
   * account: `maxActiveKeys`, or twice as many for a key in the overlap after its rotation. The caller holds the lock of
   * {@link lockAccount}. The condition uses `clock_timestamp()`, because `now()` is older than the wait for the lock: the previous
   * holder may already have counted the key as expired.
   */
  async setExpiry(db: Db, keyId: number, expiresAt: Date | null, maxActiveKeys: number): Promise<boolean> {
    const [, changed] = await db.query(
      `UPDATE api_keys k SET expires_at = $2
       WHERE id = $1 AND (built_in OR coalesce(expires_at > clock_timestamp(), true)
         OR $3 * CASE WHEN retires_at IS NULL THEN 1 ELSE 2 END > (
           SELECT count(*) FROM api_keys WHERE account_id = k.account_id AND ${live} AND NOT built_in
             AND (retires_at IS NULL OR k.retires_at IS NOT NULL)))`,
      [keyId, expiresAt, maxActiveKeys],
    );
    return changed > 0;
  }

  /** Revoking again changes nothing. */
  async revoke(db: EntityDb, id: number): Promise<void> {
    await db.getRepository(ApiKeyRow).update({ id, revokedAt: IsNull() }, { revokedAt: () => 'now()' });
  }

  /** Ends a rotated key after the overlap. */
  async retire(db: Db, keyId: number, overlapSeconds: number): Promise<void> {
    await db.query('UPDATE api_keys SET retires_at = now() + make_interval(secs => $2) WHERE id = $1', [
      keyId,
      overlapSeconds,
    ]);
  }

  /** Sets the rate of all keys of the family that are not revoked. */
  async setRateOfKeyFamily(db: EntityDb, keyFamilyId: number, ratePerSecond: number): Promise<void> {
    await db.getRepository(ApiKeyRow).update({ keyFamilyId, revokedAt: IsNull() }, { ratePerSecond });
  }

  /** Adds caps and defaults to rows. All rows must belong to one account. */
  private async shown(db: Db, rows: readonly ListedKey[]): Promise<ApiKey[]> {
    if (rows.length === 0) return [];
    const keyFamilyIds = [...new Set(rows.map(({ keyFamilyId }) => keyFamilyId))];
    const caps = await this.caps.find(db, rows[0]!.accountId, keyFamilyIds);
    const uncapped = { dailyCapMicros: null, monthlyCapMicros: null, developerDailyCapMicros: null, developerId: null };
    return rows.map((row) => ({
      ...row,
      ratePerSecond: row.ratePerSecond ?? this.env.RATE_LIMIT_PER_SECOND,
      allowedIps: row.allowedIps ?? [],
      ...(caps.get(row.keyFamilyId) ?? uncapped),
    }));
  }
}
