-- A request of a batch. `usageRequests` writes the fields in this order.
CREATE TYPE usage_request AS (
  request_id uuid,
  account_id bigint,
  key_id bigint,
  operation text,
  status smallint,
  code text,
  units smallint,
  price_micros bigint,
  upstream_ms integer,
  total_ms integer,
  response_bytes bigint,
  problem text,
  key_family_id bigint
);

-- The idempotency key of the n-th request, and the source of the response if the source is not the upstream.
CREATE TYPE replay_info AS (n integer, key_hash bytea, fingerprint bytea, source text, first_request_id uuid);
