-- The lowest request id of an instant. Request ids are UUIDv7: their first 48 bits are milliseconds of the epoch.
CREATE OR REPLACE FUNCTION first_request_id(at timestamptz) RETURNS uuid IMMUTABLE LANGUAGE sql AS $$
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
