import type { DataSource } from 'typeorm';

const sums = ['requests', 'charged_requests', 'charged_micros', 'upstream_ms', 'response_bytes'];
const dimensions = 'account_id, key_id, operation, code';

/** Adds the taken deltas to one table of totals, whose first column is `period`. */
function addTo(table: string, period: string, expression: string): string {
  return `
    INSERT INTO ${table} AS total (${period}, ${dimensions}, ${sums.join(', ')})
    SELECT ${expression}, ${dimensions}, ${sums.map((name) => `sum(${name})`).join(', ')} FROM taken
    GROUP BY 1, ${dimensions}
    ON CONFLICT (account_id, ${period}, key_id, operation, code)
    DO UPDATE SET ${sums.map((name) => `${name} = total.${name} + excluded.${name}`).join(', ')}`;
}

/** One statement: a delta is deleted and counted, or neither. */
const fold = `
  WITH taken AS (DELETE FROM usage_deltas RETURNING *),
  hours AS (${addTo('usage_hourly', 'hour', 'hour')})
  ${addTo('usage_daily', 'day', "(hour AT TIME ZONE 'UTC')::date")}`;

/** Any fixed number: the lock that lets one process fold while its siblings pass. */
const foldLock = 7_305_014;

/** Keeps the totals per hour and day up: folds in what was written since the last time. One process at a time. */
export class UsageRollups {
  constructor(private readonly dataSource: DataSource) {}

  /** Folds what there is, unless another process is at it. */
  fold(): Promise<void> {
    return this.dataSource.transaction(async (db) => {
      const [{ mine }] = await db.query('SELECT pg_try_advisory_xact_lock($1) AS mine', [foldLock]);
      if (mine) await db.query(fold);
    });
  }
}
