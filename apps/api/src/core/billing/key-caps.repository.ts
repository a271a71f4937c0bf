import { Injectable } from '@nestjs/common';
import type { Db, Raw } from '../../platform/database/db';
import { shardOf } from '../../platform/database/shards';
import type { UsageRecord } from '../usage/usage-record';

export type KeyFamily = Pick<UsageRecord, 'accountId' | 'keyFamilyId'>;

/** A spending cap of a key family or its developer, with the spending of the current day or month (UTC). */
export interface KeyCap {
  /** The cap of the developer who created the family. It covers the spending of all key families of this developer. */
  readonly isOfDeveloper: boolean;
  readonly period: 'day' | 'month';
  readonly capMicros: bigint;
  readonly spentMicros: bigint;
  readonly resetsAt: Date;
}

/** The spending caps of key families, in micro-USD. */
@Injectable()
export class KeyCapsRepository {
  /** The family's caps, daily caps first. */
  async find(db: Db, { accountId, keyFamilyId }: KeyFamily): Promise<KeyCap[]> {
    const rows: Raw<KeyCap, 'capMicros' | 'spentMicros'>[] = await db.query(
      `SELECT of_developer AS "isOfDeveloper", cap.period, cap_micros AS "capMicros",
         (period_start + duration) AT TIME ZONE 'UTC' AS "resetsAt",
         (SELECT coalesce(sum(spent_micros), 0) FROM ledger.key_spend s JOIN ledger.key_caps o USING (account_id, key_family_id, shard)
          WHERE account_id = $2 AND shard = $3 AND (s.period, starts_on) = (cap.period, period_start::date)
            AND CASE WHEN of_developer THEN o.developer_id = c.developer_id ELSE key_family_id = $1 END) AS "spentMicros"
       FROM ledger.key_caps AS c
       CROSS JOIN LATERAL (VALUES
         (false, 'day', daily_cap_micros, interval '1 day'),
         (false, 'month', monthly_cap_micros, interval '1 month'),
         (true, 'day', developer_daily_cap_micros, interval '1 day')
       ) AS cap (of_developer, period, cap_micros, duration)
       CROSS JOIN LATERAL date_trunc(cap.period, now() AT TIME ZONE 'UTC') AS period_start
       WHERE c.key_family_id = $1 AND c.account_id = $2 AND c.shard = $3 AND cap_micros IS NOT NULL
       ORDER BY cap.period, of_developer`,
      [keyFamilyId, accountId, shardOf(accountId)],
    );
    return rows.map((row) => ({ ...row, capMicros: BigInt(row.capMicros), spentMicros: BigInt(row.spentMicros) }));
  }

  /** The key family that paid a charge; undefined for other entries, and when the usage row is gone. */
  async familyOfCharge(db: Db, accountId: number, requestId: string): Promise<KeyFamily | undefined> {
    const rows: { key_family_id: string }[] = await db.query(
      `SELECT key_family_id FROM ledger.usage_rows u JOIN api_keys k ON k.id = u.key_id
       WHERE u.request_id = $1 AND u.account_id = $2 AND u.shard = $3 AND charged`,
      [requestId, accountId, shardOf(accountId)],
    );
    return rows.map(({ key_family_id }) => ({ accountId, keyFamilyId: Number(key_family_id) }))[0];
  }

  /** Subtracts a charge from the spending of its day and month. The caller must have locked the account. */
  async refund(db: Db, { accountId, keyFamilyId }: KeyFamily, requestId: string, micros: bigint): Promise<void> {
    await db.query(
      `UPDATE ledger.key_spend SET spent_micros = spent_micros - $5
       WHERE key_family_id = $1 AND account_id = $2 AND shard = $3
         AND starts_on = date_trunc(period, loupe_uuid_time($4) AT TIME ZONE 'UTC')::date`,
      [keyFamilyId, accountId, shardOf(accountId), requestId, `${micros}`],
    );
  }

  /** Deletes spending from before the previous month, which no cap needs any more. */
  async dropOldSpend(db: Db): Promise<void> {
    await db.query(
      `DELETE FROM ledger.key_spend WHERE starts_on < date_trunc('month', now() AT TIME ZONE 'UTC') - interval '1 month'`,
    );
  }
}
