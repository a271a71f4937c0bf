import type { DataSource } from 'typeorm';
import type { UsageRollups } from './usage-rollups';

/** By what totals are told apart; everything else is added up. */
export type UsageDimension = 'time' | 'operation' | 'key' | 'code';

export interface UsageTotalsQuery {
  readonly accountId: number;
  /** First and last day of UTC, as `YYYY-MM-DD`, both included. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly interval: 'hour' | 'day';
  readonly by: readonly UsageDimension[];
  readonly operation?: string | undefined;
  readonly keyId?: number | undefined;
}

/** A sum; a dimension that was added up is null. */
export interface UsageTotal {
  /** When the hour or day begins. */
  readonly time: Date | null;
  readonly operation: string | null;
  readonly keyId: number | null;
  /** Problem code; '' for successes. */
  readonly code: string | null;
  readonly requests: number;
  readonly chargedRequests: number;
  /** Requests that were answered with a problem. */
  readonly errors: number;
  readonly chargedMicros: bigint;
}

/** What a lineage of keys has spent on this day and in this month of UTC. */
export interface LineageSpend {
  readonly todayMicros: bigint;
  readonly monthMicros: bigint;
}

const columnOf: Record<Exclude<UsageDimension, 'time'>, string> = {
  operation: 'operation',
  key: 'key_id',
  code: 'code',
};

/** Reads the totals, after bringing them up to date. Rows of the log are not added up here, so its size does not matter. */
export class UsageTotalsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rollups: Pick<UsageRollups, 'count'>,
  ) {}

  /** Ordered by time, then operation, key and code. */
  async list(query: UsageTotalsQuery): Promise<UsageTotal[]> {
    await this.rollups.count();
    const time = query.interval === 'day' ? `day::timestamp AT TIME ZONE 'UTC'` : 'hour';
    const [view, within] =
      query.interval === 'day'
        ? ['usage_daily', 'day BETWEEN $2::date AND $3::date']
        : [
            'usage_hourly',
            `hour >= $2::timestamp AT TIME ZONE 'UTC' AND hour < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'`,
          ];
    const column = (dimension: keyof typeof columnOf) => (query.by.includes(dimension) ? columnOf[dimension] : 'NULL');
    const rows: Record<string, string | null>[] = await this.dataSource.query(
      `SELECT ${query.by.includes('time') ? time : 'NULL::timestamptz'} AS time,
         ${column('operation')} AS by_operation, ${column('key')} AS by_key, ${column('code')} AS by_code,
         sum(requests) AS requests, sum(charged_requests) AS charged_requests,
         coalesce(sum(requests) FILTER (WHERE code <> ''), 0) AS errors, sum(charged_micros) AS charged_micros
       FROM ${view}
       WHERE account_id = $1 AND ${within}
         AND ($4::text IS NULL OR operation = $4) AND ($5::bigint IS NULL OR key_id = $5)
       GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
      [query.accountId, query.fromDay, query.toDay, query.operation, query.keyId],
    );
    return rows.map(totalOf);
  }

  /** Spend per lineage of the account's keys; one that has spent nothing this month is not in the map. */
  async spendByLineage(accountId: number): Promise<Map<number, LineageSpend>> {
    await this.rollups.count();
    const rows: { lineage_id: string; today: string; month: string }[] = await this.dataSource.query(
      `SELECT lineage_id, sum(charged_micros) AS month, coalesce(sum(charged_micros) FILTER (WHERE day = today), 0) AS today
       FROM usage_daily u JOIN api_keys k ON k.id = u.key_id, (SELECT (now() AT TIME ZONE 'UTC')::date AS today)
       WHERE u.account_id = $1 AND day >= date_trunc('month', now() AT TIME ZONE 'UTC')::date
       GROUP BY lineage_id`,
      [accountId],
    );
    return new Map(
      rows.map((row) => [Number(row.lineage_id), { todayMicros: BigInt(row.today), monthMicros: BigInt(row.month) }]),
    );
  }

  /** Requests per key since the beginning of an hour. */
  async requestsByKeySince(accountId: number, since: Date): Promise<Map<number, number>> {
    await this.rollups.count();
    const rows: { key_id: string; requests: string }[] = await this.dataSource.query(
      `SELECT key_id, sum(requests) AS requests FROM usage_hourly
       WHERE account_id = $1 AND hour >= date_trunc('hour', $2::timestamptz, 'UTC') GROUP BY key_id`,
      [accountId, since],
    );
    return new Map(rows.map((row) => [Number(row.key_id), Number(row.requests)]));
  }
}

function totalOf(row: Record<string, unknown>): UsageTotal {
  return {
    time: row.time as Date | null,
    operation: row.by_operation as string | null,
    keyId: row.by_key === null ? null : Number(row.by_key),
    code: row.by_code as string | null,
    requests: Number(row.requests),
    chargedRequests: Number(row.charged_requests),
    errors: Number(row.errors),
    chargedMicros: BigInt(row.charged_micros as string),
  };
}
