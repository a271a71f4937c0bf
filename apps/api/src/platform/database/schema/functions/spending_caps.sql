-- Spending caps. The caller's lock on the account also protects the rows of its key families.

-- Decides requests in order. 'retry': without the earlier refused requests, this request fits. Existing verdicts stay.
-- A developer's limit covers the spending of all key families that the developer created, including ended ones.
CREATE OR REPLACE FUNCTION cap_refusals_of(requests usage_request[], key_family_ids bigint[], verdicts text[]) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  first_day date := (SELECT date_trunc('day', min(loupe_uuid_time(request_id)), 'UTC') FROM unnest(requests));
  caps record;
  spent record;
  spent_by_developers record;
  refusals text[];
BEGIN
  SELECT array_agg(key_family_id) AS key_family_ids, array_agg(daily_cap_micros) AS daily, array_agg(monthly_cap_micros) AS monthly,
    array_agg(developer_id) AS developer_ids, array_agg(developer_daily_cap_micros) AS limits
  INTO caps FROM ledger.key_caps WHERE key_family_id = ANY (key_family_ids) /* AND shard = p_shard */;
  SELECT array_agg(key_family_id) AS key_family_ids, array_agg(period) AS periods, array_agg(starts_on) AS days, array_agg(spent_micros) AS amounts
  INTO spent FROM ledger.key_spend
  WHERE key_family_id = ANY (caps.key_family_ids) AND starts_on >= date_trunc('month', first_day) /* AND shard = p_shard */;
  SELECT array_agg(developer_id) AS developer_ids, array_agg(starts_on) AS days, array_agg(amount) AS amounts INTO spent_by_developers
  FROM (
    SELECT developer_id, starts_on, sum(spent_micros) AS amount
    FROM ledger.key_spend JOIN ledger.key_caps USING (account_id, key_family_id, shard)
    WHERE account_id = ANY (SELECT DISTINCT account_id FROM unnest(requests)) AND starts_on >= first_day AND period = 'day'
      AND developer_id = ANY (caps.developer_ids) /* AND shard = p_shard */
    GROUP BY 1, 2
  ) AS sums;
  WITH asked AS (
    SELECT key_family_id, CASE WHEN unnest IS NULL THEN price_micros ELSE 0 END AS price, unnest AS verdict, ordinality AS n,
      date_trunc('day', at, 'UTC')::date AS day,
      date_trunc('month', at, 'UTC')::date AS month
    -- unnest of two arrays names the second column after the function.
    FROM ROWS FROM (unnest(requests), unnest(verdicts)) WITH ORDINALITY, loupe_uuid_time(request_id) AS at
  ), key_caps AS (
    SELECT * FROM unnest(caps.key_family_ids, caps.daily, caps.monthly, caps.developer_ids, caps.limits)
      AS c (key_family_id, daily_cap_micros, monthly_cap_micros, developer_id, developer_daily_cap_micros)
  ), key_spend AS (
    SELECT * FROM unnest(spent.key_family_ids, spent.periods, spent.days, spent.amounts) AS s (key_family_id, period, starts_on, spent_micros)
  ), developer_spend AS (
    SELECT * FROM unnest(spent_by_developers.developer_ids, spent_by_developers.days, spent_by_developers.amounts)
      AS s (developer_id, starts_on, spent_micros)
  ), measured AS (
    SELECT n, price, verdict, asked.key_family_id, day, month, key_caps.developer_id,
      daily_cap_micros - coalesce(d.spent_micros, 0) AS day_left,
      monthly_cap_micros - coalesce(m.spent_micros, 0) AS month_left,
      developer_daily_cap_micros - coalesce(v.spent_micros, 0) AS developer_left,
      sum(price) OVER (PARTITION BY asked.key_family_id, day ORDER BY n) AS day_running,
      sum(price) OVER (PARTITION BY asked.key_family_id, month ORDER BY n) AS month_running,
      sum(price) OVER (PARTITION BY key_caps.developer_id, day ORDER BY n) AS developer_running
    FROM asked LEFT JOIN key_caps USING (key_family_id)
    LEFT JOIN key_spend d ON (d.key_family_id, d.period, d.starts_on) = (asked.key_family_id, 'day', day)
    LEFT JOIN key_spend m ON (m.key_family_id, m.period, m.starts_on) = (asked.key_family_id, 'month', month)
    LEFT JOIN developer_spend v ON (v.developer_id, v.starts_on) = (key_caps.developer_id, day)
  ), judged AS (
    SELECT *,
      CASE WHEN day_running > day_left OR developer_running > developer_left THEN 'daily_cap'
           WHEN month_running > month_left THEN 'monthly_cap' END AS refused
    FROM measured
  ), closed AS (
    SELECT *,
      day_left - coalesce(sum(price) FILTER (WHERE refused IS NULL) OVER (PARTITION BY key_family_id, day), 0) AS day_rest,
      month_left - coalesce(sum(price) FILTER (WHERE refused IS NULL) OVER (PARTITION BY key_family_id, month), 0) AS month_rest,
      developer_left - coalesce(sum(price) FILTER (WHERE refused IS NULL) OVER (PARTITION BY developer_id, day), 0) AS developer_rest
    FROM judged
  )
  SELECT array_agg(
    CASE
      WHEN verdict IS NOT NULL THEN verdict
      WHEN refused IS NOT NULL AND coalesce(price <= least(day_rest, month_rest, developer_rest), true) THEN 'retry'
      ELSE refused
    END ORDER BY n
  ) INTO refusals FROM closed;
  RETURN refusals;
END $$;

CREATE OR REPLACE FUNCTION count_towards_caps(requests usage_request[], refusals text[], key_family_ids bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  capped bigint[];
BEGIN
  SELECT array_agg(key_family_id) INTO capped
  FROM ledger.key_caps WHERE key_family_id = ANY (key_family_ids) /* AND shard = p_shard */;
  INSERT INTO ledger.key_spend AS s (key_family_id, period, starts_on, account_id, shard, spent_micros)
  SELECT key_family_id, period, date_trunc(period, loupe_uuid_time(request_id), 'UTC')::date, account_id, shard_of(account_id), sum(price_micros)
  FROM ROWS FROM (unnest(requests), unnest(refusals)) AS asked, (VALUES ('day'), ('month')) AS periods (period)
  WHERE unnest IS NULL AND key_family_id = ANY (capped)
  GROUP BY 1, 2, 3, 4
  ON CONFLICT (key_family_id, period, starts_on, shard) DO UPDATE SET spent_micros = s.spent_micros + excluded.spent_micros;
END $$;
