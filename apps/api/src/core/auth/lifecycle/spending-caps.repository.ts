import { Injectable } from '@nestjs/common';
import type { Db, EntityDb, Raw } from '../../../platform/database/db';
import { AccountProfile } from '../../../platform/database/entities/accounts';
import { microsOf } from '../../../platform/database/entities/columns';
import { shardOf } from '../../../platform/database/shards';
import { countUsage } from '../../usage/usage-totals.repository';

/** What a key and its rotations together may spend per UTC day and month; null means no cap. */
export interface SpendingCaps {
  readonly dailyCapMicros: bigint | null;
  readonly monthlyCapMicros: bigint | null;
}

@Injectable()
export class SpendingCapsRepository {
  /** Caps of an account by key family; a key family without any is not in the map. */
  async find(db: Db, accountId: number, keyFamilyIds: readonly number[]): Promise<Map<number, SpendingCaps>> {
    const rows: (Raw<SpendingCaps, keyof SpendingCaps> & { id: number })[] = await db.query(
      `SELECT key_family_id::float8 AS id, daily_cap_micros AS "dailyCapMicros", monthly_cap_micros AS "monthlyCapMicros"
       FROM ledger.key_caps WHERE key_family_id = ANY ($1) AND account_id = $2 AND shard = $3`,
      [keyFamilyIds, accountId, shardOf(accountId)],
    );
    return new Map(
      rows.map(({ id, dailyCapMicros, monthlyCapMicros }) => [
        id,
        { dailyCapMicros: microsOf(dailyCapMicros), monthlyCapMicros: microsOf(monthlyCapMicros) },
      ]),
    );
  }

  /** The daily cap that an owner chose for the keys of developers; null if no owner chose one. */
  async findOfDevelopers(db: EntityDb, accountId: number): Promise<bigint | null> {
    const profile = await db.getRepository(AccountProfile).findOneBy({ id: accountId });
    return profile?.developerDailyCapMicros ?? null;
  }

  /** @param developerDailyCapMicros null for Loupe's default (`firstDailyCapMicros`). */
  async setOfDevelopers(db: EntityDb, accountId: number, developerDailyCapMicros: bigint | null): Promise<void> {
    await db.getRepository(AccountProfile).update({ id: accountId }, { developerDailyCapMicros });
  }

  /**
   * Sets the caps of a key family or, with two nulls, removes them. What the family has already spent this day and month counts.
   */
  async set(
    db: Db,
    { accountId, keyFamilyId }: { accountId: number; keyFamilyId: number },
    { dailyCapMicros, monthlyCapMicros }: SpendingCaps,
  ): Promise<void> {
    // Makes charges of this account wait for the commit, so that the sum below misses none and counts none twice.
    const shard = shardOf(accountId);
    await db.query('SELECT FROM ledger.accounts WHERE account_id = $1 AND shard = $2 FOR NO KEY UPDATE', [
      accountId,
      shard,
    ]);
    for (const table of ['key_caps', 'key_spend'])
      await db.query(`DELETE FROM ledger.${table} WHERE key_family_id = $1 AND account_id = $2 AND shard = $3`, [
        keyFamilyId,
        accountId,
        shard,
      ]);
    if (dailyCapMicros === null && monthlyCapMicros === null) return;
    await db.query(
      `INSERT INTO ledger.key_caps (key_family_id, account_id, shard, daily_cap_micros, monthly_cap_micros)
       VALUES ($1, $2, $3, $4, $5)`,
      [keyFamilyId, accountId, shard, dailyCapMicros?.toString(), monthlyCapMicros?.toString()],
    );
    await countUsage(db);
    await db.query(
      `INSERT INTO ledger.key_spend (key_family_id, account_id, shard, period, starts_on, spent_micros)
       SELECT $2, $1, $3, period, date_trunc(period, day)::date, sum(micros)
       FROM (
         SELECT day, charged_micros AS micros FROM ledger.usage_daily
         WHERE account_id = $1 AND shard = $3 AND day >= date_trunc('month', now() AT TIME ZONE 'UTC')::date
           AND key_id IN (SELECT id FROM api_keys WHERE key_family_id = $2)
         UNION ALL
         SELECT day, -micros FROM ledger.returned_spend
         WHERE key_family_id = $2 AND account_id = $1 AND shard = $3 AND transfer_id >= first_request_id(date_trunc('month', now(), 'UTC'))
       ) AS spent, (VALUES ('day'), ('month')) AS periods (period)
       GROUP BY 4, 5`,
      [accountId, keyFamilyId, shard],
    );
  }
}
