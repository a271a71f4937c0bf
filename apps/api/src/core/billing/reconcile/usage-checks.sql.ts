import type { Check } from './check';

/** When the days begin whose rows are still kept: what is older lives on in the totals and the ledger alone. */
const keptSince = `(SELECT to_date(right(min(relname), 8), 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC'
  FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'usage_rows'::regclass)`;

/** Ids of rows that the totals do not hold yet. */
const uncounted = `(SELECT unnest(request_ids) FROM usage_uncounted)`;

const sums = [
  ['requests', 'count(*)'],
  ['charged_requests', 'count(*) FILTER (WHERE charged)'],
  ['charged_micros', 'coalesce(sum(price_micros) FILTER (WHERE charged), 0)'],
  ['upstream_ms', 'sum(upstream_ms)'],
  ['response_bytes', 'sum(response_bytes)'],
] as const;
const names = sums.map(([name]) => name).join(', ');
const namesOf = (table: string) => sums.map(([name]) => `${table}.${name}`).join(', ');
const dimensions = 'account_id, key_id, operation, code';

/** What must be true of usage: against the ledger, and of the totals against the rows. `$1`: codes of answers that are paid for. */
export const usageChecks: readonly Check[] = [
  {
    name: 'answered_uncharged',
    claim: 'Every answer that came from the upstream was paid for',
    takesChargedCodes: true,
    sql: `
      SELECT 'request ' || u.request_id AS subject, 'charged ' || u.price_micros AS expected, 'not charged' AS actual
      FROM usage_rows u LEFT JOIN transfers t ON t.id = u.request_id AND t.kind = 'charge'
      WHERE t.id IS NULL AND (u.charged OR (u.price_micros > 0 AND (u.code = ANY ($1) OR u.code IS NULL AND u.status < 300)))`,
  },
  {
    name: 'charge',
    claim: 'Every charge is of the price, account and request that the log shows, and the log says that it was charged',
    sql: `
      SELECT 'request ' || t.id AS subject,
        coalesce('account ' || u.account_id || ', ' || CASE WHEN u.charged THEN u.price_micros ELSE 0 END, 'no request') AS expected,
        'account ' || t.account_id || ', ' || -t.amount_micros AS actual
      FROM transfers t LEFT JOIN usage_rows u ON u.request_id = t.id
      WHERE t.kind = 'charge' AND t.id >= first_request_id(${keptSince})
        AND (u.request_id IS NULL OR NOT u.charged OR u.account_id <> t.account_id OR u.price_micros <> -t.amount_micros)`,
  },
  {
    name: 'usage_once',
    claim: 'A request is in the log once',
    sql: `SELECT 'request ' || request_id AS subject, 1 AS expected, count(*) AS actual FROM usage_rows GROUP BY request_id HAVING count(*) > 1`,
  },
  {
    name: 'hourly_totals',
    claim: 'The totals of an hour are the sums of its rows',
    sql: `
      WITH of_rows AS (
        SELECT date_trunc('hour', uuid_extract_timestamp(request_id), 'UTC') AS hour, account_id, key_id, operation, coalesce(code, '') AS code,
          ${sums.map(([name, sum]) => `${sum} AS ${name}`).join(', ')}
        FROM usage_rows WHERE request_id NOT IN ${uncounted} GROUP BY 1, 2, 3, 4, 5
      ), kept AS (
        SELECT hour, ${dimensions}, ${names} FROM usage_hourly
        WHERE hour >= ${keptSince}
      )
      SELECT hour || ' account ' || account_id || ', key ' || key_id || ', ' || operation || ' ' || code AS subject,
        row(${namesOf('r')})::text AS expected, row(${namesOf('k')})::text AS actual
      FROM of_rows r FULL JOIN kept k USING (hour, ${dimensions})
      WHERE (${namesOf('r')}) IS DISTINCT FROM (${namesOf('k')})`,
  },
  {
    name: 'daily_totals',
    claim: 'The totals of a day are the sums of its hours',
    sql: `
      WITH of_hours AS (
        SELECT (hour AT TIME ZONE 'UTC')::date AS day, ${dimensions}, ${sums.map(([name]) => `sum(${name}) AS ${name}`).join(', ')}
        FROM usage_hourly GROUP BY 1, 2, 3, 4, 5
      )
      SELECT day || ' account ' || account_id || ', key ' || key_id || ', ' || operation || ' ' || code AS subject,
        row(${namesOf('h')})::text AS expected, row(${namesOf('d')})::text AS actual
      FROM of_hours h FULL JOIN usage_daily d USING (day, ${dimensions})
      WHERE (${namesOf('h')}) IS DISTINCT FROM (${namesOf('d')})`,
  },
  {
    name: 'totals_and_ledger',
    claim: 'What the totals say was spent on a day is what the ledger moved for that day’s requests',
    sql: `
      SELECT day || ' account ' || account_id AS subject, l.spent AS expected, d.spent AS actual
      FROM (
        SELECT (uuid_extract_timestamp(id) AT TIME ZONE 'UTC')::date AS day, account_id, -sum(amount_micros) AS spent
        FROM transfers WHERE kind = 'charge' AND id NOT IN ${uncounted} GROUP BY 1, 2
      ) l FULL JOIN (
        SELECT day, account_id, sum(charged_micros) AS spent FROM usage_daily GROUP BY 1, 2 HAVING sum(charged_micros) <> 0
      ) d USING (day, account_id) WHERE l.spent IS DISTINCT FROM d.spent`,
  },
  {
    name: 'caps',
    claim: 'What counts towards a cap in this month is what the lineage’s keys were charged',
    sql: `
      WITH spent AS (
        SELECT lineage_id, day, charged_micros AS micros FROM usage_daily JOIN api_keys ON id = key_id
        UNION ALL
        SELECT lineage_id, (uuid_extract_timestamp(request_id) AT TIME ZONE 'UTC')::date, price_micros
        FROM ${uncounted} AS pending (request_id) JOIN usage_rows USING (request_id) JOIN api_keys ON id = key_id WHERE charged
      ), periods AS (
        SELECT lineage_id, period, date_trunc(period, day::timestamp)::date AS starts_on, sum(micros) AS micros
        FROM spent JOIN key_caps USING (lineage_id), (VALUES ('day'), ('month')) AS periods (period)
        WHERE day >= date_trunc('month', now() AT TIME ZONE 'UTC')::date GROUP BY 1, 2, 3 HAVING sum(micros) > 0
      )
      SELECT 'lineage ' || lineage_id || ', ' || period || ' of ' || starts_on AS subject, p.micros AS expected, k.spent_micros AS actual
      FROM periods p FULL JOIN (
        SELECT * FROM key_spend WHERE spent_micros > 0 AND starts_on >= date_trunc('month', now() AT TIME ZONE 'UTC')::date
      ) k USING (lineage_id, period, starts_on) WHERE p.micros IS DISTINCT FROM k.spent_micros`,
  },
];
