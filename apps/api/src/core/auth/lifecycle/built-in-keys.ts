import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, recordAudit } from '../../../platform/audit/audit-log.repository';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '../api-key-format';
import { keyTarget } from './api-key';
import { ApiKeysRepository, type BuiltInKey } from './api-keys.repository';
import { SpendingCapsRepository } from './spending-caps.repository';

/** The daily cap of the playground's key, and of each developer, until an owner sets another. */
export const firstDailyCapMicros = 250_000n;
const name = 'Playground';

/**
 * The playground's key. Limits, request log and charges work as for any other key. Only its hash and prefix are stored.
 * Its text is discarded at once, so no request can ever carry the text.
 */
@Injectable()
export class BuiltInKeys {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: ApiKeysRepository,
    private readonly caps: SpendingCapsRepository,
  ) {}

  /** Finds the key of an account, or creates it. Concurrent requests create it only once. */
  async of(accountId: number, actor: Actor): Promise<BuiltInKey & { readonly isNew: boolean }> {
    const known = await this.keys.findBuiltIn(this.dataSource, accountId);
    return known ? { ...known, isNew: false } : { ...(await this.make(accountId, actor)), isNew: true };
  }

  private make(accountId: number, actor: Actor): Promise<BuiltInKey> {
    return this.dataSource.transaction(async (db) => {
      await this.keys.lockAccount(db, accountId);
      const known = await this.keys.findBuiltIn(db, accountId);
      if (known) return known;
      const text = generateApiKey();
      const key = { hash: hashApiKey(text), prefix: apiKeyPrefix(text) };
      const id = await this.keys.insertBuiltIn(db, { accountId, name, ...key });
      const caps = { dailyCapMicros: firstDailyCapMicros, monthlyCapMicros: null };
      await this.caps.set(db, { accountId, keyFamilyId: id }, caps);
      const detail = { name, prefix: key.prefix, built_in: true };
      await recordAudit(db, { actor, action: 'key.create', ...keyTarget({ id, accountId }), detail });
      return key;
    });
  }
}
