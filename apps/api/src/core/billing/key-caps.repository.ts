import { Injectable } from '@nestjs/common';
import type { Db, Raw } from '../../platform/database/db';
import { shardOf } from '../../platform/database/shards';
import type { UsageRecord } from '../usage/usage-record';

export type KeyFamily = Pick<UsageRecord, 'accountId' | 'keyFamilyId'>;

/** A spending cap of a key family, with the spending of the current day or month (UTC). */
export interface KeyCap {
  readonly period: 'day' | 'month';
  readonly capMicros: bigint;
  readonly spentMicros: bigint;
  readonly resetsAt: Date;
}

/** The spending caps of key families, in micro-USD. */
@Injectable()
export class KeyCapsRepository {
  /** The family's caps, the daily cap first. */
  async find(db: Db, { accountId, keyFamilyId }: KeyFamily): Promise<KeyCap[]> {
    const rows: Raw<KeyCap, 'capMicros' | 'spentMicros'>[] = await db.query(
      `SELECT cap.period, cap_micros AS "capMicros", coalesce(spent_micros, 0) AS "spentMicros",
         (period_start + duration) AT TIME ZONE 'UTC' AS "resetsAt"
       FROM ledger.key_caps AS c
       CROSS JOIN LATERAL (VALUES ('day', daily_cap_micros, interval '1 day'), ('month', monthly_cap_micros, interval '1 month'))
         AS cap (period, cap_micros, duration)
       CROSS JOIN LATERAL date_trunc(cap.period, now() AT TIME ZONE 'UTC') AS period_start
       LEFT JOIN ledger.key_spend AS s
         ON (s.key_family_id, s.period, s.starts_on, s.shard) = (c.key_family_id, cap.period, period_start::date, c.shard)
       WHERE c.key_family_id = $1 AND c.account_id = $2 AND c.shard = $3 AND cap_micros IS NOT NULL ORDER BY cap.period`,
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
