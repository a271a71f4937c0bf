import { allOperations, codesOf } from '@loupe/dto';
import type { Db } from '../../platform/database/db';
import { keepsFailing } from '../../platform/problem';

type Figure = 'answered' | 'failed_upstream' | 'failed_in_loupe' | 'median_ms' | 'p95_ms';
/** All figures are null when too few calls or accounts count. Shares are from 0 to 1. Times are of answered calls. */
export type Quality = Readonly<Record<Figure | 'calls', number | null>>;
type QualityByPeriod = Readonly<Partial<Record<'last_hour' | 'last_24_hours' | 'last_30_days', Quality>>>;

export interface PublishedFigures {
  /** When the figures were computed; null: not yet. */
  readonly time: string | null;
  readonly service: QualityByPeriod;
  readonly operations: Readonly<Record<string, QualityByPeriod>>;
  readonly days: readonly { readonly date: string; readonly calls: number; readonly answered: number }[];
}

/** The problem codes of each outcome. Requests that failed because of the caller do not count. */
const outcomes = {
  answered: ['""', ...codesOf('answered')],
  upstream: ['upstream_error'],
  loupe: codesOf('our_error').filter((code) => code !== 'upstream_error'),
};
const outcomeRows = Object.entries(outcomes).map(([outcome, codes]) => `('${outcome}', '{${codes}}'::text[])`);

/** Start of the time slot that contains a time, in UTC whatever the session's time zone. */
const slotOf = (minutes: string | number, time: string) =>
  `date_bin(${minutes} * interval '1 minute', ${time}, '2000-01-01Z')`;

/** Anybody can send a request that keeps failing again and again: it is refused without asking the upstream. */
const isRefusedAtOnce = `coalesce(problem, '') LIKE '%"reason":"${keepsFailing}"%'`;

/**
 * Counts usage rows of live keys by account, outcome and response time. Leaves out what costs a caller nothing: free operations,
 * replays, cached responses, and requests that are refused at once because they keep failing.
 * A row counts `times` times; `at` is its time in UTC.
 */
export function qualityOf(rows: string): string {
  return `
    SELECT minutes, ${slotOf('minutes', `at AT TIME ZONE 'UTC'`)} AS since, operation, account_id, outcome,
      floor(20 * log(greatest(total_ms, 1)::float8)) AS bucket, sum(times) AS requests
    FROM ${rows} JOIN (VALUES ${outcomeRows.join(', ')}) AS counted (outcome, codes) ON coalesce(code, '') = ANY (codes)
    CROSS JOIN (VALUES (5), (1440)) AS grains (minutes)
    WHERE units > 0 AND source IS NULL AND NOT ${isRefusedAtOnce}
      AND NOT EXISTS (SELECT FROM api_keys WHERE id = key_id AND mode = 'test') GROUP BY 1, 2, 3, 4, 5, 6`;
}

/** Adds a result of {@link qualityOf}. On a distributed ledger, one statement cannot compute and add it. */
export async function addQuality(db: Db, rows: readonly unknown[]): Promise<void> {
  await db.query(
    `INSERT INTO operation_quality AS total (minutes, since, operation, account_id, outcome, bucket, requests) SELECT * FROM json_to_recordset($1)
       AS r (minutes smallint, since timestamptz, operation text, account_id bigint, outcome text, bucket smallint, requests bigint)
     ON CONFLICT (minutes, since, operation, account_id, outcome, bucket) DO UPDATE SET requests = total.requests + excluded.requests`,
    [JSON.stringify(rows)],
  );
}

export async function dropOldQuality(db: Db): Promise<void> {
  await db.query(
    `DELETE FROM operation_quality
     WHERE since < now() - CASE minutes WHEN 5 THEN interval '26 hours' ELSE interval '91 days' END`,
  );
}

/** Calls of these operations cost something. */
export const measuredOperations = allOperations.filter(({ priceUnits }) => priceUnits > 0).map(({ name }) => name);

/** An account counts with at most this many calls of an operation and period, so that no customer moves the figures alone. */
const mostOfAccount = 10;
/** Fewer calls or accounts than these would show what single customers do. */
const fewest = { calls: 10, accounts: 3 };
const isEnough = (calls: string, accounts: string) =>
  `round(${calls}, 6) >= ${fewest.calls} AND ${accounts} >= ${fewest.accounts}`;
const weightIn = (part: string) =>
  `requests * least(1, ${mostOfAccount}.0 / sum(requests) OVER (PARTITION BY ${part}, operation, account_id))`;

const firstSlot = (minutes: number, hours: number) => slotOf(minutes, `now() - ${hours} * interval '1 hour'`);
const shareOf = (outcome: string) =>
  `round(coalesce(sum(requests) FILTER (WHERE outcome = '${outcome}'), 0) / sum(requests), 4)`;
/** Assumes that times are spread evenly over the logarithmic scale of a bucket. */
const percentile = (part: number) => `max(10 ^ ((bucket + (${part} * total - upto + requests) / requests) / 20))
  FILTER (WHERE outcome = 'answered' AND ${part} * total > upto - requests AND ${part} * total <= upto)`;
const twoDigits = (value: string) => `round(${value}, 1 - floor(log(${value}))::int)`;

/** $1: operations in the order of the result, and '' for all operations together. */
const publish = `
  WITH periods (period, minutes, start) AS (
    VALUES ('last_hour', 5, ${firstSlot(5, 1)}), ('last_24_hours', 5, ${firstSlot(5, 24)}), ('last_30_days', 1440, ${firstSlot(1440, 29 * 24)})
  ), counted AS (
    SELECT period, operation, account_id, outcome, bucket, sum(requests) AS requests
    FROM periods JOIN operation_quality USING (minutes) WHERE since >= start GROUP BY 1, 2, 3, 4, 5
  ), callers AS (
    SELECT period, coalesce(operation, '') AS operation, count(DISTINCT account_id) AS accounts
    FROM counted GROUP BY GROUPING SETS ((period, operation), (period))
  ), sums AS (
    SELECT period, coalesce(operation, '') AS operation, outcome, bucket, sum(weight) AS requests
    FROM (SELECT *, ${weightIn('period')} AS weight FROM counted) AS weighted
    GROUP BY GROUPING SETS ((period, operation, outcome, bucket), (period, outcome, bucket))
  ), ranks AS (
    SELECT *, sum(requests) OVER alike AS total, sum(requests) OVER (alike ORDER BY bucket) AS upto
    FROM sums WINDOW alike AS (PARTITION BY period, operation, outcome)
  ), quality AS (
    SELECT period, operation, round(sum(requests), 6) AS calls, ${shareOf('answered')} AS answered, ${shareOf('upstream')} AS upstream,
      ${shareOf('loupe')} AS loupe, ${percentile(0.5)} AS median, ${percentile(0.95)} AS p95 FROM ranks JOIN callers USING (period, operation)
    GROUP BY 1, 2 HAVING ${isEnough('sum(requests)', 'max(accounts)')}
  ), by_operation AS (
    SELECT operation, min(place) AS place, json_object_agg(period, json_build_object(
      'calls', ${twoDigits('calls')}, 'answered', answered, 'failed_upstream', upstream, 'failed_in_loupe', loupe,
      'median_ms', ${twoDigits('median')}, 'p95_ms', ${twoDigits('p95')})) AS figures
    FROM unnest($1::text[]) WITH ORDINALITY AS operations (operation, place) CROSS JOIN periods
    LEFT JOIN quality USING (operation, period) GROUP BY 1
  ), days AS (
    SELECT (since AT TIME ZONE 'UTC')::date AS date, ${twoDigits('round(sum(requests), 6)')} AS calls, ${shareOf('answered')} AS answered
    FROM (
      SELECT since, account_id, outcome, ${weightIn('since')} AS requests
      FROM operation_quality WHERE minutes = 1440 AND since >= ${firstSlot(1440, 89 * 24)}
    ) AS weighted GROUP BY 1 HAVING ${isEnough('sum(requests)', 'count(DISTINCT account_id)')}
  )
  UPDATE quality_figures SET at = now(), figures = json_build_object(
    'service', (SELECT figures FROM by_operation WHERE operation = ''),
    'operations', (SELECT json_object_agg(operation, figures ORDER BY place) FROM by_operation WHERE operation <> ''),
    'days', (SELECT coalesce(json_agg(days ORDER BY date DESC), '[]') FROM days))
  -- Changes nothing if another process has just published, even after this statement began. A time far ahead is from a wrong clock.
  WHERE at NOT BETWEEN now() - interval '55 seconds' AND now() + interval '55 seconds'`;

/** Computes and stores the figures if they are due. Of several concurrent processes, only the first stores them. */
export async function publishQuality(db: Db): Promise<void> {
  await db.query(publish, [['', ...measuredOperations]]);
}

export async function readQuality(db: Db): Promise<PublishedFigures | undefined> {
  const [row] = await db.query('SELECT at, figures FROM quality_figures WHERE figures IS NOT NULL');
  return row && { time: row.at.toISOString(), ...row.figures };
}
