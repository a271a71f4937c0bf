-- Checks of usage rows against the ledger, and of totals against rows. Each statement selects the violations.
-- :codes are the problem codes that are charged. Rows exist from :logged on, the start of the oldest partition.
-- Transfers before :stored were exported and dropped. Transfers before :open are in closed months.
-- On a distributed ledger, a check `by shard` runs once per shard with `shard = :shard` uncommented, so that each run
-- reads one snapshot.

-- answered_uncharged: Every response from the upstream was charged, except for test keys
SELECT 'request ' || u.request_id AS subject, 'charged ' || u.price_micros AS expected, 'not charged' AS actual
FROM ledger.usage_rows u LEFT JOIN ledger.transfers t ON (t.id, t.shard) = (u.request_id, u.shard) AND t.kind = 'charge'
WHERE u.request_id >= :stored AND t.id IS NULL AND (
  u.charged OR (u.source IS NULL AND u.price_micros > 0 AND (u.code = ANY (:codes) OR u.code IS NULL AND u.status < 300)
    AND u.key_id NOT IN (SELECT id FROM api_keys WHERE mode = 'test'))
);

-- given_again: A replayed or cached response was charged to the same account, except for test keys
SELECT 'request ' || u.request_id AS subject, 'a response of request ' || u.first_request_id AS expected,
  coalesce('account ' || t.account_id, 'no charge') AS actual
FROM ledger.usage_rows u LEFT JOIN ledger.transfers t ON (t.id, t.shard) = (u.first_request_id, u.shard) AND t.kind = 'charge'
WHERE u.source IS NOT NULL AND coalesce(u.first_request_id >= :stored, true) AND t.account_id IS DISTINCT FROM u.account_id
  AND u.key_id NOT IN (SELECT id FROM api_keys WHERE mode = 'test');

-- charge: Every charge matches the price, account and request of a usage row that is marked as charged
SELECT 'request ' || t.id AS subject,
  coalesce('account ' || u.account_id || ', ' || CASE WHEN u.charged THEN u.price_micros ELSE 0 END, 'no request') AS expected,
  'account ' || t.account_id || ', ' || -t.amount_micros AS actual
FROM ledger.transfers t LEFT JOIN ledger.usage_rows u ON (u.request_id, u.shard) = (t.id, t.shard)
WHERE t.kind = 'charge' AND t.id >= :logged
  AND (u.request_id IS NULL OR NOT u.charged OR u.account_id <> t.account_id OR u.price_micros <> -t.amount_micros);

-- usage_once: A request has one usage row
SELECT 'request ' || request_id AS subject, 1 AS expected, count(*) AS actual
FROM ledger.usage_rows GROUP BY request_id HAVING count(*) > 1;

-- hourly_totals, by shard: Hourly totals are the sums of their rows
WITH pending AS (
  SELECT id, shard, sum(once) AS times FROM (
    SELECT unnest(request_ids), shard, 1 FROM ledger.usage_uncounted /* WHERE shard = :shard */
    UNION ALL SELECT request_id, shard, repeats FROM ledger.repeats_uncounted /* WHERE shard = :shard */
  ) AS uncounted (id, shard, once) GROUP BY id, shard
), counted AS (
  SELECT u.*, 1 + coalesce(repeats, 0) - coalesce(times, 0) AS times
  FROM ledger.usage_rows u LEFT JOIN pending p ON (p.id, p.shard) = (u.request_id, u.shard) /* WHERE u.shard = :shard */
), of_rows AS (
  SELECT date_trunc('hour', loupe_uuid_time(request_id), 'UTC') AS hour,
    account_id, shard, key_id, operation, coalesce(code, '') AS code,
    sum(times) AS requests,
    count(*) FILTER (WHERE charged) AS charged_requests,
    coalesce(sum(price_micros) FILTER (WHERE charged), 0) AS charged_micros,
    sum(upstream_ms * times) AS upstream_ms,
    sum(response_bytes * times) AS response_bytes
  FROM counted WHERE times > 0
  GROUP BY 1, 2, 3, 4, 5, 6
), stored AS (
  SELECT * FROM ledger.usage_hourly WHERE hour >= loupe_uuid_time(:logged) /* AND shard = :shard */
)
SELECT hour || ' account ' || account_id || ', key ' || key_id || ', ' || operation || ' ' || code AS subject,
  row(r.requests, r.charged_requests, r.charged_micros, r.upstream_ms, r.response_bytes)::text AS expected,
  row(k.requests, k.charged_requests, k.charged_micros, k.upstream_ms, k.response_bytes)::text AS actual
FROM of_rows r FULL JOIN stored k USING (hour, account_id, shard, key_id, operation, code)
WHERE (r.requests, r.charged_requests, r.charged_micros, r.upstream_ms, r.response_bytes)
  IS DISTINCT FROM (k.requests, k.charged_requests, k.charged_micros, k.upstream_ms, k.response_bytes);

-- daily_totals: Daily totals are the sums of their hours
WITH of_hours AS (
  SELECT (hour AT TIME ZONE 'UTC')::date AS day, account_id, shard, key_id, operation, code,
    sum(requests) AS requests,
    sum(charged_requests) AS charged_requests,
    sum(charged_micros) AS charged_micros,
    sum(upstream_ms) AS upstream_ms,
    sum(response_bytes) AS response_bytes
  FROM ledger.usage_hourly GROUP BY 1, 2, 3, 4, 5, 6
)
SELECT day || ' account ' || account_id || ', key ' || key_id || ', ' || operation || ' ' || code AS subject,
  row(h.requests, h.charged_requests, h.charged_micros, h.upstream_ms, h.response_bytes)::text AS expected,
  row(d.requests, d.charged_requests, d.charged_micros, d.upstream_ms, d.response_bytes)::text AS actual
FROM of_hours h FULL JOIN ledger.usage_daily d USING (day, account_id, shard, key_id, operation, code)
WHERE (h.requests, h.charged_requests, h.charged_micros, h.upstream_ms, h.response_bytes)
  IS DISTINCT FROM (d.requests, d.charged_requests, d.charged_micros, d.upstream_ms, d.response_bytes);

-- totals_and_ledger, by shard: The daily totals of spending match the charges in the ledger
SELECT day || ' account ' || account_id AS subject, l.spent AS expected, d.spent AS actual
FROM (
  SELECT (loupe_uuid_time(id) AT TIME ZONE 'UTC')::date AS day, account_id, shard, -sum(amount_micros) AS spent
  FROM ledger.transfers
  WHERE kind = 'charge' AND id >= :open /* AND shard = :shard */
    AND id NOT IN (SELECT unnest(request_ids) FROM ledger.usage_uncounted /* WHERE shard = :shard */) GROUP BY 1, 2, 3
) l FULL JOIN (
  SELECT day, account_id, shard, sum(charged_micros) AS spent FROM ledger.usage_daily
  WHERE day >= (loupe_uuid_time(:open) AT TIME ZONE 'UTC')::date /* AND shard = :shard */ GROUP BY 1, 2, 3 HAVING sum(charged_micros) <> 0
) d USING (day, account_id, shard) WHERE l.spent IS DISTINCT FROM d.spent;

-- closed_usage: The totals of a closed month are the sums of its days
WITH of_days AS (
  SELECT date_trunc('month', day::timestamp)::date AS month, account_id, shard, key_id, operation,
    sum(requests) AS requests, sum(charged_requests) AS charged_requests, sum(charged_micros) AS charged_micros
  FROM ledger.usage_daily WHERE day < (loupe_uuid_time(:open) AT TIME ZONE 'UTC')::date
    AND day >= (SELECT min(month) FROM closed_months) GROUP BY 1, 2, 3, 4, 5
)
SELECT month || ' account ' || account_id || ', key ' || key_id || ', ' || operation AS subject,
  row(d.requests, d.charged_requests, d.charged_micros)::text AS expected,
  row(m.requests, m.charged_requests, m.charged_micros)::text AS actual
FROM of_days d FULL JOIN ledger.month_usage m USING (month, account_id, shard, key_id, operation)
WHERE (d.requests, d.charged_requests, d.charged_micros) IS DISTINCT FROM (m.requests, m.charged_requests, m.charged_micros);

-- caps: The spending of a key family this month is the sum of its charges minus refunds
WITH spent AS (
  SELECT key_family_id, shard, day, charged_micros AS micros FROM ledger.usage_daily JOIN api_keys ON id = key_id
  UNION ALL
  SELECT key_family_id, shard, (loupe_uuid_time(request_id) AT TIME ZONE 'UTC')::date, price_micros
  FROM (SELECT unnest(request_ids), shard FROM ledger.usage_uncounted) AS pending (request_id, shard)
  JOIN ledger.usage_rows USING (request_id, shard) JOIN api_keys ON id = key_id WHERE charged
  UNION ALL
  SELECT key_family_id, shard, day, -micros FROM ledger.returned_spend
  WHERE transfer_id >= first_request_id(date_trunc('month', now(), 'UTC'))
), periods AS (
  SELECT key_family_id, shard, period, date_trunc(period, day::timestamp)::date AS starts_on, sum(micros) AS micros
  FROM spent JOIN ledger.key_caps USING (key_family_id, shard), (VALUES ('day'), ('month')) AS periods (period)
  WHERE day >= date_trunc('month', now() AT TIME ZONE 'UTC')::date GROUP BY 1, 2, 3, 4 HAVING sum(micros) > 0
)
SELECT 'key family ' || key_family_id || ', ' || period || ' of ' || starts_on AS subject, p.micros AS expected, k.spent_micros AS actual
FROM periods p FULL JOIN (
  SELECT * FROM ledger.key_spend WHERE spent_micros > 0 AND starts_on >= date_trunc('month', now() AT TIME ZONE 'UTC')::date
) k USING (key_family_id, shard, period, starts_on) WHERE p.micros IS DISTINCT FROM k.spent_micros;
