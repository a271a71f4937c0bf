import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/data-source';
import { shardOf } from '../../platform/database/shards';

/** What an account did on the last seven days of UTC, today included. */
export interface CustomerActivity {
  /** Oldest first. */
  readonly spentByDayMicros: readonly bigint[];
  readonly requests: number;
  /** Answered with a problem, and not charged. */
  readonly failed: number;
  readonly lastCallAt: Date | null;
}

interface Row {
  account_id: string;
  spent: string[];
  requests: string;
  failed: string;
  last_call_at: Date | null;
}

@Injectable()
export class CustomerActivityRepository {
  /** Of every account that is named. */
  async find(db: Db, accountIds: readonly number[]): Promise<Map<number, CustomerActivity>> {
    const rows: Row[] = await db.query(
      `WITH days AS MATERIALIZED (
         SELECT account_id, day, sum(charged_micros) AS spent, sum(requests) AS requests,
           coalesce(sum(requests) FILTER (WHERE code <> '' AND charged_requests = 0), 0) AS failed
         FROM ledger.usage_daily
         WHERE account_id = ANY ($1) AND shard = ANY ($2) AND day > (now() AT TIME ZONE 'UTC')::date - 7 GROUP BY 1, 2
       )
       SELECT account_id, ARRAY (
           SELECT coalesce(sum(spent), 0) FROM generate_series(today - 6, today, interval '1 day') AS on_day
           LEFT JOIN days d ON d.account_id = named.account_id AND d.day = on_day::date GROUP BY on_day ORDER BY on_day
         ) AS spent,
         (SELECT coalesce(sum(requests), 0) FROM days d WHERE d.account_id = named.account_id) AS requests,
         (SELECT coalesce(sum(failed), 0) FROM days d WHERE d.account_id = named.account_id) AS failed,
         (SELECT max(last_used_at) FROM api_keys k JOIN api_key_uses ON key_id = k.id
           WHERE k.account_id = named.account_id) AS last_call_at
       FROM unnest($1::bigint[]) AS named (account_id), (SELECT (now() AT TIME ZONE 'UTC')::date AS today) AS clock`,
      [accountIds, [...new Set(accountIds.map(shardOf))]],
    );
    return new Map(
      rows.map(({ account_id, spent, requests, failed, last_call_at }) => [
        Number(account_id),
        {
          spentByDayMicros: spent.map(BigInt),
          requests: Number(requests),
          failed: Number(failed),
          lastCallAt: last_call_at,
        },
      ]),
    );
  }
}
