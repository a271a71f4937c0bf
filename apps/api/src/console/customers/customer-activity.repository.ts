import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/db';
import { shardOf } from '../../platform/database/shards';

/** Usage of an account in the last seven days (UTC), including today. */
export interface CustomerActivity {
  /** Oldest first. */
  readonly spentByDayMicros: readonly bigint[];
  readonly requests: number;
  /** Requests that ended with a problem and were not charged. */
  readonly failed: number;
  /** The last call ever made, even if before these seven days. */
  readonly lastCallAt: Date | null;
}

interface Sums {
  account_id: string;
  days_ago: number;
  spent: string;
  requests: string;
  failed: string;
}

@Injectable()
export class CustomerActivityRepository {
  /** Has an entry for each given account. */
  async find(db: Db, accountIds: readonly number[]): Promise<Map<number, CustomerActivity>> {
    const days: Sums[] = await db.query(
      `SELECT account_id, (now() AT TIME ZONE 'UTC')::date - day AS days_ago, sum(charged_micros) AS spent, sum(requests) AS requests,
         coalesce(sum(requests) FILTER (WHERE code <> '' AND charged_requests = 0), 0) AS failed
       FROM ledger.usage_daily
       WHERE account_id = ANY ($1) AND shard = ANY ($2) AND day > (now() AT TIME ZONE 'UTC')::date - 7 GROUP BY 1, 2`,
      [accountIds, [...new Set(accountIds.map(shardOf))]],
    );
    const calls: { account_id: string; last_call_at: Date }[] = await db.query(
      `SELECT account_id, max(last_used_at) AS last_call_at FROM api_keys k JOIN api_key_uses ON key_id = k.id
       WHERE account_id = ANY ($1) GROUP BY 1`,
      [accountIds],
    );
    const lastCalls = new Map(calls.map((row) => [Number(row.account_id), row.last_call_at]));
    return new Map(
      accountIds.map((accountId) => {
        const own = days.filter((row) => Number(row.account_id) === accountId);
        return [accountId, { ...sumsOf(own), lastCallAt: lastCalls.get(accountId) ?? null }];
      }),
    );
  }
}

function sumsOf(days: readonly Sums[]): Omit<CustomerActivity, 'lastCallAt'> {
  const spentByDayMicros = Array<bigint>(7).fill(0n);
  // A process whose clock is ahead may have counted requests for tomorrow.
  for (const { days_ago: daysAgo, spent } of days) if (daysAgo >= 0) spentByDayMicros[6 - daysAgo] = BigInt(spent);
  const requests = days.reduce((sum, day) => sum + Number(day.requests), 0);
  return { spentByDayMicros, requests, failed: days.reduce((sum, day) => sum + Number(day.failed), 0) };
}
