import { codesOf } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/db';
import type { DayQuality, Period, PublishedFigures, QualityFigures, QualitySum } from './quality-figures';

/** What is counted, by problem code. Requests refused for a reason of the caller's say nothing of the service. */
const outcomes = {
  answered: ['""', ...codesOf('answered')],
  upstream: ['upstream_error'],
  loupe: codesOf('our_error').filter((code) => code !== 'upstream_error'),
};
const outcomeRows = Object.entries(outcomes).map(([outcome, codes]) => `('${outcome}', '{${codes}}'::text[])`);

/** Beginning of the slot that holds a time, in UTC whatever the session's time zone. */
const slotOf = (minutes: string | number, time: string) =>
  `date_bin(${minutes} * interval '1 minute', ${time}, '2000-01-01Z')`;

/** Usage rows with their `times` and their time `at` in UTC, by outcome and time to the answer. Test keys do not count. */
export function qualityOf(rows: string): string {
  return `
    SELECT minutes, ${slotOf('minutes', `at AT TIME ZONE 'UTC'`)} AS since, operation, outcome,
      floor(20 * log(greatest(total_ms, 1)::float8)) AS bucket, sum(times) AS requests
    FROM ${rows} JOIN (VALUES ${outcomeRows.join(', ')}) AS counted (outcome, codes) ON coalesce(code, '') = ANY (codes)
    CROSS JOIN (VALUES (5), (1440)) AS grains (minutes)
    WHERE NOT EXISTS (SELECT FROM api_keys WHERE id = key_id AND mode = 'test') GROUP BY 1, 2, 3, 4, 5`;
}

/**
 * Adds what {@link qualityOf} gave, in the same transaction. A statement of its own: on a distributed ledger, one statement
 * does not write both to the ledger and to a table of the coordinator.
 */
export async function addQuality(db: Db, rows: readonly unknown[]): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `INSERT INTO operation_quality AS total SELECT * FROM json_to_recordset($1)
       AS r (minutes smallint, since timestamptz, operation text, outcome text, bucket smallint, requests bigint)
     ON CONFLICT (minutes, since, operation, outcome, bucket) DO UPDATE SET requests = total.requests + excluded.requests`,
    [JSON.stringify(rows)],
  );
}

export async function dropOldQuality(db: Db): Promise<void> {
  await db.query(
    `DELETE FROM operation_quality
     WHERE since < now() - CASE minutes WHEN 5 THEN interval '26 hours' ELSE interval '91 days' END`,
  );
}

/** The grain that each period is added up from, and how many hours before now its first slot is. */
const periods: Record<Period, readonly [minutes: number, hours: number]> = {
  last_hour: [5, 1],
  last_24_hours: [5, 24],
  last_30_days: [1440, 29 * 24],
};
const firstSlot = (minutes: number, hours: number) => slotOf(minutes, `now() - ${hours} * interval '1 hour'`);
const periodRows = Object.entries(periods).map(
  ([period, [minutes, hours]]) => `('${period}', ${minutes}, ${firstSlot(minutes, hours)})`,
);

@Injectable()
export class QualityRepository {
  /** Whether the figures are due. Their row is then this transaction's; a process that finds it taken has nothing to do. */
  async claim(db: Db): Promise<boolean> {
    const rows = await db.query(
      `SELECT FROM quality_figures WHERE at NOT BETWEEN now() - interval '55 seconds' AND now() FOR UPDATE SKIP LOCKED`,
    );
    return rows.length > 0;
  }

  sums(db: Db): Promise<QualitySum[]> {
    return db.query(
      `SELECT period, operation, outcome, bucket, sum(requests)::float8 AS requests
       FROM (VALUES ${periodRows.join(', ')}) AS periods (period, minutes, start)
       JOIN operation_quality q ON q.minutes = periods.minutes AND since >= start GROUP BY 1, 2, 3, 4`,
    );
  }

  /** Newest first; a day without calls is not among them. */
  days(db: Db): Promise<DayQuality[]> {
    return db.query(
      `SELECT (since AT TIME ZONE 'UTC')::date::text AS date, sum(requests)::float8 AS calls,
         (coalesce(sum(requests) FILTER (WHERE outcome = 'answered'), 0) / sum(requests))::float8 AS answered
       FROM operation_quality WHERE minutes = 1440 AND since >= ${firstSlot(1440, 89 * 24)} GROUP BY 1 ORDER BY 1 DESC`,
    );
  }

  async save(db: Db, figures: QualityFigures): Promise<void> {
    await db.query('UPDATE quality_figures SET at = now(), figures = $1', [JSON.stringify(figures)]);
  }

  /** Null: they were never computed. */
  async read(db: Db): Promise<PublishedFigures | null> {
    const [row] = await db.query('SELECT at, figures FROM quality_figures WHERE figures IS NOT NULL');
    return row ? { time: row.at.toISOString(), ...row.figures } : null;
  }
}
