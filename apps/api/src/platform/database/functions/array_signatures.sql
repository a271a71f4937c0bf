-- What processes of earlier versions call while they are replaced one after the other: without claims, or with one array per column.
-- The first charge_batch of arrays is that of a version which waited for accounts as long as its statements might take.
CREATE OR REPLACE FUNCTION charge_batch(requests usage_request[], wait_ms integer)
RETURNS TABLE (refusal text, balance bigint) LANGUAGE sql AS $$
  SELECT refusal, balance FROM charge_batch($1, $2, NULL, NULL)
$$;

CREATE OR REPLACE FUNCTION usage_requests_of(request_ids uuid[], account_ids bigint[], key_ids bigint[], operations text[],
  statuses smallint[], codes text[], units smallint[], prices bigint[], upstream_mss integer[], total_mss integer[],
  response_bytess bigint[], problems text[], lineage_ids bigint[])
RETURNS usage_request[] LANGUAGE sql AS $$
  SELECT array_agg(ROW (t.*)::usage_request) FROM unnest(request_ids, account_ids, key_ids, operations, statuses, codes, units,
    prices, upstream_mss, total_mss, response_bytess, problems, lineage_ids) AS t
$$;

CREATE OR REPLACE FUNCTION charge_batch(request_ids uuid[], account_ids bigint[], key_ids bigint[], operations text[],
  statuses smallint[], codes text[], units smallint[], prices bigint[], upstream_mss integer[], total_mss integer[],
  response_bytess bigint[], problems text[], lineage_ids bigint[])
RETURNS TABLE (refusal text, balance bigint) LANGUAGE sql AS $$
  SELECT replace(refusal, 'retry', 'again'), balance
  FROM charge_batch(usage_requests_of($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13), 60000, NULL, NULL)
$$;

CREATE OR REPLACE FUNCTION charge_batch(request_ids uuid[], account_ids bigint[], key_ids bigint[], operations text[],
  statuses smallint[], codes text[], units smallint[], prices bigint[], upstream_mss integer[], total_mss integer[],
  response_bytess bigint[], problems text[], lineage_ids bigint[], wait_ms integer)
RETURNS TABLE (refusal text, balance bigint) LANGUAGE sql AS $$
  SELECT replace(refusal, 'retry', 'again'), balance
  FROM charge_batch(usage_requests_of($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13), $14, NULL, NULL)
$$;

CREATE OR REPLACE FUNCTION log_usage(request_ids uuid[], account_ids bigint[], key_ids bigint[], operations text[],
  statuses smallint[], codes text[], units smallint[], prices bigint[], upstream_mss integer[], total_mss integer[],
  response_bytess bigint[], problems text[])
RETURNS void LANGUAGE sql AS $$
  SELECT log_usage(usage_requests_of($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, '{}'))
$$;
