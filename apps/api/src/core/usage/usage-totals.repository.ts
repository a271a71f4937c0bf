import { codesOf, type KeyMode } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { advisoryLocks } from '../../platform/database/advisory-lock';
import type { Db, Raw } from '../../platform/database/db';
import { shardOf } from '../../platform/database/shards';
import { addQuality, qualityOf } from './quality.repository';
import { refusalCodes } from './request-log.repository';

/** The dimensions that totals can be grouped by. */
export type UsageDimension = 'time' | 'operation' | 'key' | 'code';

export interface UsageTotalsQuery {
  readonly accountId: number;
  /** First and last day (UTC) as `YYYY-MM-DD`, inclusive. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly interval: 'hour' | 'day';
  readonly by: readonly UsageDimension[];
  readonly operation?: string | undefined;
  readonly keyIds?: readonly number[] | undefined;
  /** Mode of the keys; live by default. Ignored with `keyIds`. */
  readonly mode?: KeyMode | undefined;
}

/** The last total of a page, as its value in each dimension of the grouping. */
export type LastTotal = Readonly<Partial<Record<UsageDimension, Date | number | string | null>>>;

export interface UsageTotalsPage {
  readonly after?: LastTotal | undefined;
  readonly limit: number;
}

/** A sum. Dimensions outside the grouping are null. */
export interface UsageTotal {
  readonly time: Date | null;
  readonly operation: string | null;
  readonly keyId: number | null;
  /** Problem code; '' for successes. */
  readonly code: string | null;
  readonly requests: number;
  readonly chargedRequests: number;
  /** Requests that failed because of the caller, Loupe or the upstream. */
  readonly errors: number;
  readonly chargedMicros: bigint;
}

/** How much a key was used, and how often it was refused. */
export interface KeyTraffic {
  readonly requests: number;
  readonly refused: number;
}

/** What a key family has spent today and this month (UTC). */
export interface KeyFamilySpend {
  readonly todayMicros: bigint;
  readonly monthMicros: bigint;
}

/** Totals are grouped and sorted in the column order of their index. */
const order = ['time', 'key', 'operation', 'code'] as const;
const groups = {
  key: { name: 'key_id', shown: 'key_id', after: 'bigint' },
  operation: { name: 'operation', shown: 'operation', after: 'text' },
  code: { name: 'code', shown: 'code', after: 'text' },
};
const utc = `AT TIME ZONE 'UTC'`;
const hourly = {
  table: 'ledger.usage_hourly',
  columns: { ...groups, time: { name: 'hour', shown: 'hour', after: 'timestamptz' } },
  within: `hour >= $2::timestamp ${utc} AND hour < ($3::date + 1)::timestamp ${utc}`,
};
const daily = {
  table: 'ledger.usage_daily',
  columns: { ...groups, time: { name: 'day', shown: `(day::timestamp ${utc})`, after: `timestamptz ${utc}` } },
  within: 'day BETWEEN $2::date AND $3::date',
};

const sums = {
  requests: 'sum(times)',
  charged_requests: 'count(*) FILTER (WHERE charged)',
  charged_micros: 'coalesce(sum(price_micros) FILTER (WHERE charged), 0)',
  upstream_ms: 'sum(upstream_ms * times)',
  response_bytes: 'sum(response_bytes * times)',
};
const columns = Object.keys(sums);
/** Array literal of the codes that count as answered, with '' for a success. */
const answeredCodes = `{"",${codesOf('answered')}}`;
const dimensions = 'account_id, shard, key_id, operation, code';

/** Adds the uncounted rows to a table of totals with the column `period`. */
function addTo(table: string, period: string, expression: string): string {
  return `
    INSERT INTO ${table} AS total (${period}, ${dimensions}, ${columns.join(', ')})
    SELECT ${expression}, account_id, shard, key_id, operation, coalesce(code, ''), ${Object.values(sums).join(', ')}
    FROM uncounted GROUP BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (account_id, ${period}, key_id, operation, code, shard)
    DO UPDATE SET ${columns.map((name) => `${name} = total.${name} + excluded.${name}`).join(', ')}`;
}

/** A single statement, so that each row is counted exactly once. */
const count = `
  WITH taken AS (
    DELETE FROM ledger.usage_uncounted RETURNING shard, request_ids
  ), repeated AS (
    DELETE FROM ledger.repeats_uncounted RETURNING shard, request_id, repeats
  ), pending AS (
    SELECT shard, id, 1::bigint AS times FROM taken, unnest(request_ids) AS id UNION ALL SELECT * FROM repeated
  ), uncounted AS (
    SELECT u.*, times, loupe_uuid_time(request_id) AT TIME ZONE 'UTC' AS at
    FROM pending p JOIN ledger.usage_rows u ON u.request_id = id AND u.shard = p.shard
  ), hours AS (${addTo('ledger.usage_hourly', 'hour', `date_trunc('hour', at) AT TIME ZONE 'UTC'`)}
  ), days AS (${addTo('ledger.usage_daily', 'day', 'at::date')})
  ${qualityOf('uncounted')}`;

/**
 * Adds the rows that are not counted yet to the totals, in the caller's transaction. The totals then include every row
 * that was committed before the call.
 */
export async function countUsage(db: Db): Promise<void> {
  // While this process waits for the lock, another one counts. The next statement sees only the remaining rows.
  await db.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.countUsage]);
  await addQuality(db, await db.query(count));
}

/** Reads the totals. It never sums usage rows, so their number does not matter. */
@Injectable()
export class UsageTotalsRepository {
  /**
   * Ordered by time, key, operation and code, like the index of the totals, so that reading stops when the page is full.
   */
  async list(db: Db, query: UsageTotalsQuery, page?: UsageTotalsPage): Promise<UsageTotal[]> {
    const { table, columns, within } = query.interval === 'day' ? daily : hourly;
    const values: unknown[] = [
      query.accountId,
      query.fromDay,
      query.toDay,
      query.operation,
      query.keyIds,
      shardOf(query.accountId),
    ];
    const ofMode = await this.modeCondition(db, query, values);
    const grouped = order.filter((dimension) => query.by.includes(dimension));
    const group = grouped.map((dimension) => columns[dimension].name).join(', ');
    const shown = (dimension: UsageDimension) => (grouped.includes(dimension) ? columns[dimension].shown : 'NULL');
    const afterOf = (after: LastTotal) =>
      `AND (${group}) > (${grouped.map((of) => `$${values.push(after[of])}::${columns[of].after}`).join(', ')})`;
    const rows: Raw<UsageTotal, 'chargedMicros'>[] = await db.query(
      `SELECT ${shown('time')}::timestamptz AS time, ${shown('operation')} AS operation, ${shown('key')}::float8 AS "keyId",
         ${shown('code')} AS code, sum(requests)::float8 AS requests, sum(charged_requests)::float8 AS "chargedRequests",
         coalesce(sum(requests) FILTER (WHERE code <> ALL ('${answeredCodes}')), 0)::float8 AS errors, sum(charged_micros) AS "chargedMicros"
       FROM ${table}
       WHERE account_id = $1 AND shard = $6 AND ${within}
         AND ($4::text IS NULL OR operation = $4) AND ($5::bigint[] IS NULL OR key_id = ANY ($5)) ${ofMode}
         ${page?.after ? afterOf(page.after) : ''}
       ${group && `GROUP BY ${group}`} HAVING count(*) > 0 ${group && `ORDER BY ${group}`}
       ${page ? `LIMIT $${values.push(page.limit)}` : ''}`,
      values,
    );
    return rows.map((row) => ({ ...row, chargedMicros: BigInt(row.chargedMicros) }));
  }

  /** Passes the key ids as a list instead of a subquery: the planner then knows how few they are, and reads only one page. */
  private async modeCondition(
    db: Db,
    { accountId, keyIds, mode }: UsageTotalsQuery,
    values: unknown[],
  ): Promise<string> {
    if (keyIds !== undefined) return '';
    const testKeys = await db.query(`SELECT id FROM api_keys WHERE account_id = $1 AND mode = 'test'`, [accountId]);
    const ids = values.push((testKeys as { id: string }[]).map(({ id }) => id));
    return `AND key_id ${mode === 'test' ? '= ANY' : '<> ALL'} ($${ids}::bigint[])`;
  }

  /** The sum of all charges before a day (UTC). */
  async spentBefore(db: Db, accountId: number, day: string): Promise<bigint> {
    const [{ micros }] = await db.query(
      `SELECT coalesce(sum(charged_micros), 0) AS micros FROM ledger.usage_daily
       WHERE account_id = $1 AND shard = $3 AND day < $2::date`,
      [accountId, day, shardOf(accountId)],
    );
    return BigInt(micros);
  }

  /** Spending of key families of an account. A family without requests or refunds this month is not in the map. */
  async spendByKeyFamily(db: Db, accountId: number, families: readonly number[]): Promise<Map<number, KeyFamilySpend>> {
    const rows: { key_family_id: string; today: string; month: string }[] = await db.query(
      `SELECT key_family_id, sum(micros) AS month,
         coalesce(sum(micros) FILTER (WHERE day = (now() AT TIME ZONE 'UTC')::date), 0) AS today
       FROM (
         SELECT key_family_id, day, charged_micros AS micros FROM ledger.usage_daily u JOIN api_keys k ON k.id = u.key_id
         WHERE u.account_id = $1 AND u.shard = $2 AND day >= date_trunc('month', now() AT TIME ZONE 'UTC')::date
         UNION ALL
         SELECT key_family_id, day, -micros FROM ledger.returned_spend
         WHERE account_id = $1 AND shard = $2 AND transfer_id >= first_request_id(date_trunc('month', now(), 'UTC'))
       ) AS spent
       WHERE key_family_id = ANY ($3) GROUP BY key_family_id`,
      [accountId, shardOf(accountId), families],
    );
    return new Map(
      rows.map((row) => [
        Number(row.key_family_id),
        { todayMicros: BigInt(row.today), monthMicros: BigInt(row.month) },
      ]),
    );
  }

  /** Requests and refusals of these keys, since the start of the hour that contains `since`. */
  async requestsByKeySince(
    db: Db,
    accountId: number,
    since: Date,
    keyIds: readonly number[],
  ): Promise<Map<number, KeyTraffic>> {
    const rows: { key_id: string; requests: string; refused: string }[] = await db.query(
      `SELECT key_id, sum(requests) AS requests, coalesce(sum(requests) FILTER (WHERE code = ANY ($3)), 0) AS refused
       FROM ledger.usage_hourly
       WHERE account_id = $1 AND shard = $4 AND hour >= date_trunc('hour', $2::timestamptz, 'UTC') AND key_id = ANY ($5)
       GROUP BY key_id`,
      [accountId, since, refusalCodes, shardOf(accountId), keyIds],
    );
    return new Map(
      rows.map((row) => [Number(row.key_id), { requests: Number(row.requests), refused: Number(row.refused) }]),
    );
  }

  /** Requests per key family and day (UTC), from `fromDay` to today. */
  async requestsByKeyFamily(
    db: Db,
    accountId: number,
    fromDay: string,
    families: readonly number[],
  ): Promise<Map<number, Map<string, number>>> {
    const rows: { key_family_id: string; day: string; requests: string }[] = await db.query(
      `SELECT key_family_id, day::text AS day, sum(requests) AS requests FROM ledger.usage_daily u JOIN api_keys k ON k.id = u.key_id
       WHERE u.account_id = $1 AND u.shard = $3 AND day >= $2::date AND key_family_id = ANY ($4) GROUP BY 1, 2`,
      [accountId, fromDay, shardOf(accountId), families],
    );
    const byFamily = new Map<number, Map<string, number>>();
    for (const { key_family_id, day, requests } of rows) {
      const days = byFamily.get(Number(key_family_id)) ?? new Map<string, number>();
      byFamily.set(Number(key_family_id), days.set(day, Number(requests)));
    }
    return byFamily;
  }
}
