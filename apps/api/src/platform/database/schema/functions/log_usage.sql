CREATE OR REPLACE FUNCTION log_usage(requests usage_request[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH used AS (
    INSERT INTO ledger.usage_rows (request_id, account_id, shard, key_id, operation, status, code, units, price_micros, charged,
      upstream_ms, total_ms, response_bytes, problem)
    SELECT request_id, account_id, shard_of(account_id), key_id, operation, status, code, units, price_micros, false,
      upstream_ms, total_ms, response_bytes, problem
    FROM unnest(requests)
    -- A retry after a lost connection finds its rows and must not count them twice.
    ON CONFLICT (request_id, shard) DO NOTHING RETURNING account_id, shard, request_id
  )
  INSERT INTO ledger.usage_uncounted (account_id, shard, request_ids)
  SELECT account_id, shard, array_agg(request_id) FROM used GROUP BY 1, 2;
END $$;
