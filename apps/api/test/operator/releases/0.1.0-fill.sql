-- What release 0.1.0 leaves behind after thirteen months and 100,000 requests, every kind of row among it. The same each time:
-- nothing here is random, and no clock is asked. Requests of the last three days are in the log, the older ones are past their retention.

CREATE TEMP TABLE asked AS
SELECT n, 1001 + n % 40 AS account_id, 2 * (n % 40) + 1 + n / 40 % 2 AS key_id, at_ms,
  (lpad(to_hex(at_ms), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid AS id,
  to_timestamp(at_ms / 1000.0) AS at, operation, status, code, units, units * 600 AS price_micros,
  units > 0 AND (code IS NULL OR code = 'not_found') AS charged,
  100 + n % 50 AS upstream_ms, 110 + n % 50 AS total_ms, 5000 + n % 1000 AS response_bytes
FROM (
  SELECT n,
    -- From 2024-01-31 23:00 on, over the leap day and a year's end; then from 2025-02-28 22:00 on, into March.
    CASE WHEN n <= 60000 THEN 1706742000000 + n * 565000::bigint ELSE 1740780000000 + (n - 60000) * 2700::bigint END AS at_ms,
    CASE WHEN n % 20 = 0 THEN 422 WHEN n % 50 = 1 THEN 404 WHEN n % 97 = 2 THEN 502 WHEN n % 101 = 3 THEN 429 ELSE 200 END AS status,
    CASE WHEN n % 20 = 0 THEN 'invalid_parameter' WHEN n % 50 = 1 THEN 'not_found' WHEN n % 97 = 2 THEN 'upstream_error'
      WHEN n % 101 = 3 THEN 'too_many_requests' END AS code,
    CASE n % 31 WHEN 4 THEN 'resolve.media' WHEN 5 THEN 'users.by_username' WHEN 6 THEN 'posts.get' ELSE 'users.followers' END AS operation,
    CASE n % 31 WHEN 4 THEN 0 WHEN 5 THEN 2 ELSE 1 END AS units
  FROM generate_series(1, 100000) AS n
) AS one;

INSERT INTO accounts (id, kind, name, status, balance_micros, low_balance_threshold_micros, created_at)
SELECT id, 'customer', 'Customer ' || id, CASE id WHEN 1040 THEN 'suspended' ELSE 'active' END, 0,
  CASE WHEN id % 7 = 0 THEN 400000000 END, '2024-01-31 12:00Z'
FROM generate_series(1001, 1040) AS id;
ALTER TABLE accounts ALTER id RESTART WITH 1041;

CREATE TEMP TABLE moved AS
SELECT *, sum(amount_micros) OVER (PARTITION BY account_id ORDER BY id) AS balance_after_micros FROM (
  SELECT id, account_id, 1 AS house_account_id, -price_micros AS amount_micros, 'charge' AS kind, NULL::uuid AS reverses, NULL AS note, at
  FROM asked WHERE charged
  UNION ALL
  SELECT (lpad(to_hex(at_ms), 12, '0') || '70018' || lpad(to_hex(account), 15, '0'))::uuid, account, house, amount, kind, NULL, note,
    to_timestamp(at_ms / 1000.0)
  FROM generate_series(1001, 1040) AS account, (VALUES
    (1706738400000, 2, 300000000, 'top_up', 'Invoice 1'), -- 2024-01-31 22:00
    (1709208000000, 3, 5000000, 'adjustment', 'Balance brought along'), -- on the leap day
    (1735689599999, 2, 200000000, 'top_up', 'Invoice 2') -- the last millisecond of 2024
  ) AS by_hand (at_ms, house, amount, kind, note)
  UNION ALL
  SELECT (lpad(to_hex(1740776400000), 12, '0') || '70028' || lpad(to_hex(account_id), 15, '0'))::uuid, account_id, 1, price_micros,
    'reversal', id, 'Charged in vain', to_timestamp(1740776400)
  FROM asked WHERE charged AND n BETWEEN 1000 AND 1040
) AS movement;

INSERT INTO transfers (id, account_id, house_account_id, amount_micros, balance_after_micros, kind, reverses, note, created_at)
SELECT id, account_id, house_account_id, amount_micros, balance_after_micros, kind, reverses, note, at FROM moved ORDER BY id;

INSERT INTO webhooks (account_id, url, secret, sealed_secret)
VALUES (1008, 'https://example.com/plain', 'a secret', NULL), (1015, 'https://example.com/sealed', NULL, 'sealed');
UPDATE accounts SET balance_micros = total FROM (SELECT account_id, sum(amount_micros) AS total FROM moved GROUP BY 1) AS sums
WHERE id = account_id;
INSERT INTO webhook_deliveries (account_id, event, balance_micros, next_attempt_at, delivered_at)
VALUES (1008, 'test', 1, '2025-03-01Z', NULL), (1008, 'test', 1, '2025-03-02Z', NULL), (1015, 'test', 1, NULL, '2025-03-01Z');

SELECT ensure_usage_partition(day) FROM unnest(ARRAY['2025-02-28', '2025-03-01', '2025-03-02']::date[]) AS day;
INSERT INTO usage_rows
SELECT id, account_id, key_id, operation, status, code, units, price_micros, charged, upstream_ms, total_ms, response_bytes,
  CASE WHEN code IS NOT NULL THEN '{"code":"' || code || '"}' END
FROM asked WHERE n > 60000;
INSERT INTO usage_uncounted SELECT array_agg(id) FROM asked WHERE n > 99940 GROUP BY n / 20;
INSERT INTO usage_hourly
SELECT date_trunc('hour', at, 'UTC'), account_id, key_id, operation, coalesce(code, ''), count(*), count(*) FILTER (WHERE charged),
  coalesce(sum(price_micros) FILTER (WHERE charged), 0), sum(upstream_ms), sum(response_bytes)
FROM asked WHERE n <= 99940 GROUP BY 1, 2, 3, 4, 5;
INSERT INTO usage_daily
SELECT (hour AT TIME ZONE 'UTC')::date, account_id, key_id, operation, code, sum(requests), sum(charged_requests), sum(charged_micros),
  sum(upstream_ms), sum(response_bytes)
FROM usage_hourly GROUP BY 1, 2, 3, 4, 5;

INSERT INTO top_up_keys (idempotency_key, body_hash, transfer_id, created_at)
SELECT note || ' of ' || account_id, sha256(id::text::bytea), id, at FROM moved WHERE kind = 'top_up';

-- Every second key of an account replaces its first.
INSERT INTO api_keys (id, account_id, lineage_id, rotated_from_id, hash, prefix, name, rate_per_second, allowed_ips, revoked_at, created_at)
SELECT id, 1001 + (id - 1) / 2, id - (id - 1) % 2, CASE WHEN id % 2 = 0 THEN id - 1 END, sha256(id::text::bytea), 'key' || lpad(id::text, 5, '0'),
  'Key ' || id, CASE WHEN id % 9 = 0 THEN 50 END, CASE WHEN id % 11 = 0 THEN ARRAY['192.0.2.0/24'] END,
  CASE WHEN id % 13 = 0 THEN '2025-02-01Z'::timestamptz END, '2024-01-31Z'
FROM generate_series(1, 80) AS id;
ALTER TABLE api_keys ALTER id RESTART WITH 81;
INSERT INTO api_key_uses SELECT id, '2025-03-02Z' FROM api_keys;
INSERT INTO key_caps VALUES (1, 500000000, NULL), (3, NULL, 900000000), (5, 100000000, 900000000);
INSERT INTO key_spend
SELECT lineage_id, period, date_trunc(period, at, 'UTC')::date, sum(price_micros)
FROM asked JOIN api_keys k ON k.id = key_id JOIN key_caps USING (lineage_id), (VALUES ('day'), ('month')) AS periods (period)
WHERE charged GROUP BY 1, 2, 3;
INSERT INTO rate_requests (account_id, key_id, lineage_id, requests_per_second, reason, state, granted_per_second, decided_at)
VALUES (1001, 1, 1, 40, 'A campaign', 'open', NULL, NULL), (1002, 3, 3, 50, 'A launch', 'granted', 50, '2025-02-01Z'),
  (1003, 5, 5, 9000, 'More', 'declined', NULL, '2025-02-02Z');

INSERT INTO users (id, email, role, account_id, password_hash, disabled_at)
SELECT 100 + id, 'owner-' || id || '@example.com', 'owner', 1000 + id, CASE WHEN id % 10 > 0 THEN 'hash' END, NULL::timestamptz
FROM generate_series(1, 40) AS id
UNION ALL
VALUES (141, 'support@example.com', 'support', NULL::bigint, 'hash', NULL::timestamptz),
  (142, 'left@example.com', 'support', NULL, 'hash', '2025-01-01Z');
ALTER TABLE users ALTER id RESTART WITH 143;
INSERT INTO sessions (token_hash, user_id, address, user_agent)
SELECT sha256(id::text::bytea), id, '192.0.2.1', 'A browser' FROM users;
INSERT INTO password_links
SELECT id, sha256(id::text::bytea), CASE WHEN password_hash IS NULL THEN 'invitation' ELSE 'reset' END, id % 2 = 0, '2025-04-01Z'
FROM users WHERE id % 5 = 0;
INSERT INTO second_factors SELECT id, 'sealed', CASE WHEN id % 2 = 0 THEN '2024-02-29Z'::timestamptz END, id FROM users WHERE id % 3 = 0;
INSERT INTO recovery_codes SELECT user_id, sha256(code::text::bytea) FROM second_factors, generate_series(1, 8) AS code;
INSERT INTO audit_log (at, actor_user_id, actor_label, address, action, account_id, target_type, target_id, detail)
SELECT at, CASE kind WHEN 'top_up' THEN 141::bigint END, CASE kind WHEN 'top_up' THEN 'support@example.com' ELSE 'operator' END, '192.0.2.9',
  'account.' || kind, account_id, 'entry', id::text, jsonb_build_object('note', note)
FROM moved WHERE kind <> 'charge'
UNION ALL
SELECT '2025-02-01Z', NULL::bigint, 'unknown@example.com', '192.0.2.' || n, 'user.sign_in_failed', NULL::bigint, 'user', 'unknown', '{"wrong":"password"}'::jsonb
FROM generate_series(1, 100) AS n;
INSERT INTO reconcile_runs SELECT day, 0 FROM generate_series('2024-02-01Z', '2025-03-01Z', interval '1 day') AS day;
INSERT INTO installation_secrets (name, value) VALUES ('known-devices', 'a secret');
DROP TABLE asked, moved;
