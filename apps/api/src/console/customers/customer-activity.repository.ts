import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/data-source';

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
      `SELECT account_id, requests, failed, last_call_at, ARRAY (
           SELECT coalesce(sum(charged_micros), 0) FROM generate_series(today - 6, today, interval '1 day') AS on_day
           LEFT JOIN ledger.usage_daily u
             ON u.account_id = named.account_id AND u.shard = shard_of(named.account_id) AND u.day = on_day::date
           GROUP BY on_day ORDER BY on_day
         ) AS spent
       FROM unnest($1::bigint[]) AS named (account_id), (SELECT (now() AT TIME ZONE 'UTC')::date AS today) AS clock,
       LATERAL (
         SELECT coalesce(sum(requests), 0) AS requests,
           coalesce(sum(requests) FILTER (WHERE code <> '' AND charged_requests = 0), 0) AS failed
         FROM ledger.usage_daily u
         WHERE u.account_id = named.account_id AND u.shard = shard_of(named.account_id) AND day > today - 7
       ) AS sums,
       LATERAL (
         SELECT max(last_used_at) AS last_call_at FROM api_keys k JOIN api_key_uses ON key_id = k.id
         WHERE k.account_id = named.account_id
       ) AS uses`,
      [accountIds],
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
