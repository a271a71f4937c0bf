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

/** Caps, and the limit of the developer who created the first key of the family. */
export interface KeyFamilyCaps extends SpendingCaps {
  /** What this developer may spend per UTC day with all keys; null if the family does not count towards a developer's limit. */
  readonly developerDailyCapMicros: bigint | null;
  /** That developer. */
  readonly developerId: number | null;
}

/** The developer towards whose limit a key family counts. */
export interface Developer {
  readonly userId: number;
  readonly dailyCapMicros: bigint;
}

@Injectable()
export class SpendingCapsRepository {
  /** Caps of an account by key family; a key family without any is not in the map. */
  async find(db: Db, accountId: number, keyFamilyIds: readonly number[]): Promise<Map<number, KeyFamilyCaps>> {
    const rows: (Raw<KeyFamilyCaps, Exclude<keyof KeyFamilyCaps, 'developerId'>> & { id: number })[] = await db.query(
      `SELECT key_family_id::float8 AS id, daily_cap_micros AS "dailyCapMicros", monthly_cap_micros AS "monthlyCapMicros",
         developer_daily_cap_micros AS "developerDailyCapMicros", developer_id::float8 AS "developerId"
       FROM ledger.key_caps WHERE key_family_id = ANY ($1) AND account_id = $2 AND shard = $3`,
      [keyFamilyIds, accountId, shardOf(accountId)],
    );
    return new Map(
      rows.map(({ id, dailyCapMicros, monthlyCapMicros, developerDailyCapMicros, developerId }) => [
        id,
        {
          dailyCapMicros: microsOf(dailyCapMicros),
          monthlyCapMicros: microsOf(monthlyCapMicros),
          developerDailyCapMicros: microsOf(developerDailyCapMicros),
          developerId,
        },
      ]),
    );
  }

  /** What an owner lets each developer spend per UTC day; null if no owner chose a limit. */
  async findOfDevelopers(db: EntityDb, accountId: number): Promise<bigint | null> {
    const profile = await db.getRepository(AccountProfile).findOneBy({ id: accountId });
    return profile?.developerDailyCapMicros ?? null;
  }

  /**
   * Sets the limit of each developer, for new key families and for all existing ones of developers.
   * @param chosenMicros null if `dailyCapMicros` is the default.
   */
  async setOfDevelopers(
    db: EntityDb,
    accountId: number,
    chosenMicros: bigint | null,
    dailyCapMicros: bigint,
  ): Promise<void> {
    // First, because this waits for keys that are being created, which the next statement must see.
    await db.getRepository(AccountProfile).update({ id: accountId }, { developerDailyCapMicros: chosenMicros });
    await db.query(
      `UPDATE ledger.key_caps SET developer_daily_cap_micros = $3
       WHERE account_id = $1 AND shard = $2 AND developer_id IS NOT NULL`,
      [accountId, shardOf(accountId), `${dailyCapMicros}`],
    );
  }

  /**
   * Sets the caps of a key family or, with two nulls, removes them. What the family has already spent this day and month counts.
   * @param developer only for a new key family; an existing one keeps its developer.
   */
  async set(
    db: Db,
    { accountId, keyFamilyId }: { accountId: number; keyFamilyId: number },
    { dailyCapMicros, monthlyCapMicros }: SpendingCaps,
    developer?: Developer,
  ): Promise<void> {
    // Makes charges of this account wait for the commit, so that the sum below misses none and counts none twice.
    const shard = shardOf(accountId);
    await db.query('SELECT FROM ledger.accounts WHERE account_id = $1 AND shard = $2 FOR NO KEY UPDATE', [
      accountId,
      shard,
    ]);
    const family = [keyFamilyId, accountId, shard];
    const ofFamily = 'WHERE key_family_id = $1 AND account_id = $2 AND shard = $3';
    await db.query(`DELETE FROM ledger.key_spend ${ofFamily}`, family);
    const [[known]]: [{ id: string; cap: string }[]] = await db.query(
      `DELETE FROM ledger.key_caps ${ofFamily} RETURNING developer_id AS id, developer_daily_cap_micros AS cap`,
      family,
    );
    const developerId = known?.id ?? developer?.userId ?? null;
    if (dailyCapMicros === null && monthlyCapMicros === null && developerId === null) return;
    await db.query(
      `INSERT INTO ledger.key_caps (key_family_id, account_id, shard, daily_cap_micros, monthly_cap_micros, developer_id,
         developer_daily_cap_micros) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        ...family,
        dailyCapMicros?.toString(),
        monthlyCapMicros?.toString(),
        developerId,
        known?.cap ?? developer?.dailyCapMicros.toString(),
      ],
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
