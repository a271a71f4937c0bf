-- What spending caps refuse, and what counts towards them. The caller's lock on the account guards the rows of its
-- lineages too.

-- In order of arrival; 'retry' where only a refused request before this one used up what is left.
CREATE OR REPLACE FUNCTION cap_refusals_of(requests usage_request[]) RETURNS text[] LANGUAGE sql AS $$
  WITH asked AS (
    SELECT lineage_id, price_micros AS price, ordinality AS n,
      date_trunc('day', at, 'UTC')::date AS day,
      date_trunc('month', at, 'UTC')::date AS month
    FROM unnest(requests) WITH ORDINALITY, loupe_uuid_time(request_id) AS at
  ), measured AS (
    SELECT n, price, asked.lineage_id, day, month,
      daily_cap_micros - coalesce(d.spent_micros, 0) AS day_left,
      monthly_cap_micros - coalesce(m.spent_micros, 0) AS month_left,
      sum(price) OVER (PARTITION BY asked.lineage_id, day ORDER BY n) AS day_running,
      sum(price) OVER (PARTITION BY asked.lineage_id, month ORDER BY n) AS month_running
    FROM asked LEFT JOIN key_caps USING (lineage_id)
    LEFT JOIN key_spend d ON (d.lineage_id, d.period, d.starts_on) = (asked.lineage_id, 'day', day)
    LEFT JOIN key_spend m ON (m.lineage_id, m.period, m.starts_on) = (asked.lineage_id, 'month', month)
  ), judged AS (
    SELECT *,
      CASE WHEN day_running > day_left THEN 'daily_cap' WHEN month_running > month_left THEN 'monthly_cap' END AS refused
    FROM measured
  ), closed AS (
    SELECT *,
      day_left - coalesce(sum(price) FILTER (WHERE refused IS NULL) OVER (PARTITION BY lineage_id, day), 0) AS day_rest,
      month_left - coalesce(sum(price) FILTER (WHERE refused IS NULL) OVER (PARTITION BY lineage_id, month), 0) AS month_rest
    FROM judged
  )
  SELECT array_agg(
    CASE
      WHEN refused IS NOT NULL AND coalesce(price <= day_rest, true) AND coalesce(price <= month_rest, true) THEN 'retry'
      ELSE refused
    END ORDER BY n
  ) FROM closed
$$;

-- Of the requests just asked for, those that are in the ledger now were accepted.
CREATE OR REPLACE FUNCTION count_towards_caps(requests usage_request[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO key_spend AS s (lineage_id, period, starts_on, spent_micros)
  SELECT lineage_id, period, date_trunc(period, loupe_uuid_time(id), 'UTC')::date, sum(-amount_micros)
  FROM unnest(requests) AS asked
  JOIN transfers ON id = request_id
  JOIN key_caps USING (lineage_id), (VALUES ('day'), ('month')) AS periods (period)
  GROUP BY 1, 2, 3
  ON CONFLICT (lineage_id, period, starts_on) DO UPDATE SET spent_micros = s.spent_micros + excluded.spent_micros
$$;
