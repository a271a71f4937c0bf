-- A ledger from January 2024 to February 2025: two customers and 2,012 charges, twelve of them within a millisecond of a month's end.
INSERT INTO account_profiles (id, kind, name, status) VALUES (1001, 'customer', 'One', 'active'), (1002, 'customer', 'Two', 'active');
SELECT ensure_transfers_partition(month::date) FROM generate_series('2024-01-01', '2025-02-01', interval '1 month') AS month;

CREATE TEMP TABLE moved AS
SELECT *, sum(amount_micros) OVER (PARTITION BY account_id ORDER BY committed) AS balance_after_micros FROM (
  SELECT (lpad(to_hex(at_ms), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid AS id, 1001 + n % 2 AS account_id, 1 AS house_account_id,
    -600 * (1 + n % 2) AS amount_micros, 'charge' AS kind, at_ms,
    -- Every tenth charge commits after the next charge of its account, although ids follow the order of requests.
    CASE n % 10 WHEN 0 THEN at_ms + 40000000 ELSE at_ms END AS committed
  FROM (SELECT n, 1706700000000 + n * 16000000::bigint AS at_ms FROM generate_series(1, 2000) AS n) AS one
  UNION ALL
  SELECT (lpad(to_hex(at_ms), 12, '0') || '70018' || lpad(to_hex(account), 15, '0'))::uuid, account, 1, -600, 'charge', at_ms, at_ms
  FROM (VALUES (1706745599999), (1706745600000), (1709251199999), (1709251200000), (1735689599999), (1735689600000)) AS borders (at_ms),
    (VALUES (1001), (1002)) AS accounts (account)
  UNION ALL
  SELECT (lpad(to_hex(1704067200000), 12, '0') || '70028' || lpad(to_hex(account), 15, '0'))::uuid, account, 3, 50000000, 'adjustment', 1704067200000, 1704067200000
  FROM (VALUES (1001), (1002)) AS accounts (account)
) AS entry;
INSERT INTO ledger.transfers (id, account_id, shard, house_account_id, amount_micros, balance_after_micros, kind, created_at)
SELECT id, account_id, shard_of(account_id), house_account_id, amount_micros, balance_after_micros, kind, to_timestamp(at_ms / 1000.0)
FROM moved;
INSERT INTO ledger.accounts (account_id, shard, status, balance_micros)
SELECT account_id, shard_of(account_id), 'active', sum(amount_micros) FROM moved GROUP BY 1;
INSERT INTO ledger.usage_hourly
SELECT date_trunc('hour', to_timestamp(at_ms / 1000.0), 'UTC'), account_id, shard_of(account_id), 5, 'users.followers', '', count(*), count(*),
  -sum(amount_micros), 100, 100
FROM moved WHERE kind = 'charge' GROUP BY 1, 2;
INSERT INTO ledger.usage_daily
SELECT (hour AT TIME ZONE 'UTC')::date, account_id, shard, key_id, operation, code, sum(requests), sum(charged_requests), sum(charged_micros),
  sum(upstream_ms), sum(response_bytes)
FROM ledger.usage_hourly GROUP BY 1, 2, 3, 4, 5, 6;
DROP TABLE moved;
