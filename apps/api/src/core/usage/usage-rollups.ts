import type { DataSource, EntityManager } from 'typeorm';
import { unhurried } from '../../platform/database/data-source';

const sums = {
  requests: 'count(*)',
  charged_requests: 'count(*) FILTER (WHERE charged)',
  charged_micros: 'coalesce(sum(price_micros) FILTER (WHERE charged), 0)',
  upstream_ms: 'sum(upstream_ms)',
  response_bytes: 'sum(response_bytes)',
};
const columns = Object.keys(sums);
const dimensions = 'account_id, key_id, operation, code';

/** Adds the taken rows to one table of totals, whose first column is `period`. */
function addTo(table: string, period: string, expression: string): string {
  return `
    INSERT INTO ${table} AS total (${period}, ${dimensions}, ${columns.join(', ')})
    SELECT ${expression}, account_id, key_id, operation, coalesce(code, ''), ${Object.values(sums).join(', ')} FROM uncounted
    GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (account_id, ${period}, key_id, operation, code)
    DO UPDATE SET ${columns.map((name) => `${name} = total.${name} + excluded.${name}`).join(', ')}`;
}

/** One statement: a row is counted and no longer uncounted, or neither. */
const count = `
  WITH taken AS (
    DELETE FROM usage_uncounted RETURNING request_ids
  ), uncounted AS (
    SELECT u.*, uuid_extract_timestamp(request_id) AT TIME ZONE 'UTC' AS at
    FROM taken, unnest(request_ids) AS id JOIN usage_rows u ON u.request_id = id
  ), hours AS (${addTo('usage_hourly', 'hour', `date_trunc('hour', at) AT TIME ZONE 'UTC'`)})
  ${addTo('usage_daily', 'day', 'at::date')}`;

/** Any fixed number: the lock that lets one process count at a time. */
const countLock = 7_305_014;

/** Keeps the totals per hour and day up. */
export class UsageRollups {
  constructor(private readonly dataSource: DataSource) {}

  /** Counts what was written since the last time: when it resolves, the totals hold every row committed before the call. */
  count(): Promise<void> {
    return this.dataSource.transaction(countUsage);
  }

  /** The same with time for whatever has piled up. */
  catchUp(): Promise<void> {
    return unhurried(this.dataSource, (db) => db.manager.transaction(countUsage));
  }
}

/** The same in the caller's transaction. */
export async function countUsage(db: EntityManager): Promise<void> {
  // Whoever holds the lock counts what we came for; the statement after it sees what is left.
  await db.query('SELECT pg_advisory_xact_lock($1)', [countLock]);
  await db.query(count);
}
