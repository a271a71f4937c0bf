import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type ChangeKeyBody,
  type CreateKeyBody,
  cursorOfKey,
  isKeyCursor,
  keyAt,
  keyChoicesOf,
  keySettings,
} from '../console/fields/key-fields';
import { type PageQuery, readPage } from '../console/fields/page';
import { KeySetRefresher } from '../core/auth/key-set.refresher';
import type { ApiKey, NewApiKey } from '../core/auth/lifecycle/api-key';
import { ApiKeys } from '../core/auth/lifecycle/api-keys';
import { ManagementTokens } from '../core/auth/management/management-tokens';
import { errorsBeyond, withinLimits } from '../core/auth/management/token-limits';
import { SecurityNotifications } from '../core/identity/security-notifications';
import { IdempotentChanges, type RequestedChange } from '../platform/idempotent-changes/idempotent-changes';
import { Problem, validationProblem } from '../platform/problem';
import type { ManageCaller } from './access';
import type { ManagedKey, ManagedKeyPage, NewManagedKey } from './keys.dto';

/**
 * The keys of a token's account. The rules of keys are those of `ApiKeys`. In the transaction of each change, the key must then be
 * within the limits of the token, and the token must not have ended: otherwise the change is undone.
 */
@Injectable()
export class ManagedKeys {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: ApiKeys,
    private readonly tokens: ManagementTokens,
    private readonly keySet: KeySetRefresher,
    private readonly notifications: SecurityNotifications,
    private readonly changes: IdempotentChanges,
  ) {}

  list(accountId: number, query: PageQuery): Promise<ManagedKeyPage> {
    return readPage(query, {
      read: (after, rows) => this.keys.list(accountId, { after: keyAt(after) }, rows),
      keyOf: cursorOfKey,
      show: keySettings,
      isKey: isKeyCursor,
    });
  }

  async find(accountId: number, keyId: number): Promise<ManagedKey> {
    return keySettings(await this.keys.find(keyId, accountId));
  }

  create(
    change: RequestedChange,
    caller: ManageCaller,
    { name, mode, ...body }: CreateKeyBody,
  ): Promise<NewManagedKey> {
    const { token, actor } = caller;
    const choices = withinLimits({ ...keyChoicesOf(body), name, mode }, mode === 'test', token);
    return this.issue(change, caller, async (db) => {
      const created = await this.keys.create(token.accountId, choices, actor, true, db);
      this.requireWithinLimits(caller, created);
      return created;
    });
  }

  async change({ token, actor }: ManageCaller, keyId: number, body: ChangeKeyBody): Promise<ManagedKey> {
    const { accountId } = token;
    const changed = await this.dataSource.transaction(async (db) => {
      const key = await this.keys.update({ accountId, keyId, actor }, keyChoicesOf(body), db);
      if (key.builtIn)
        throw new Problem('conflict', 'The playground uses this built-in key. Change it in the dashboard.');
      this.requireWithinLimits({ token }, key);
      const { daily_cap_usd, monthly_cap_usd } = body;
      // Caps are those of the whole family, so they also change for its other versions.
      if (daily_cap_usd !== undefined || monthly_cap_usd !== undefined)
        for (const version of await this.keys.activeFamily(key, db)) this.requireWithinLimits({ token }, version);
      await this.tokens.hold(db, token);
      return key;
    });
    await this.keySet.refresh();
    return keySettings(changed);
  }

  async revoke({ token, actor }: ManageCaller, keyId: number): Promise<void> {
    await this.dataSource.transaction(async (db) => {
      await this.keys.revoke({ accountId: token.accountId, keyId, actor }, db);
      await this.tokens.hold(db, token);
    });
    await this.keySet.refresh();
  }

  rotate(change: RequestedChange, caller: ManageCaller, keyId: number, overlapSeconds: number): Promise<NewManagedKey> {
    const { token, actor } = caller;
    return this.issue(change, caller, async (db) => {
      const created = await this.keys.rotate({ accountId: token.accountId, keyId, actor }, overlapSeconds, true, db);
      const errors = errorsBeyond(token, created);
      const words = errors.map(({ parameter, message }) => `${parameter} ${message}`);
      if (words.length > 0)
        throw new Problem('forbidden', `This key may do more than this token may give. Its ${words.join('; its ')}.`);
      return created;
    });
  }

  /** @throws {Problem} `unprocessable_entity` */
  private requireWithinLimits({ token }: Pick<ManageCaller, 'token'>, key: ApiKey): void {
    const errors = errorsBeyond(token, key);
    if (errors.length > 0) throw validationProblem(errors);
  }

  private issue(
    change: RequestedChange,
    { token }: ManageCaller,
    perform: (db: EntityManager) => Promise<NewApiKey>,
  ): Promise<NewManagedKey> {
    return this.changes.once(
      change,
      async (db) => {
        const created = await perform(db);
        await this.tokens.hold(db, token);
        return { ...keySettings(created), key: created.plaintext };
      },
      async (created) => {
        await this.keySet.refresh();
        this.notifications.keyCreated(token.accountId, created);
        return created;
      },
    );
  }
}
