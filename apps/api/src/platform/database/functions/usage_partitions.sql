-- The lowest request id of an instant. Request ids are UUIDv7: their first 48 bits are milliseconds of the epoch.
CREATE OR REPLACE FUNCTION first_request_id(at timestamptz) RETURNS uuid IMMUTABLE LANGUAGE sql AS $$
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Makes the partition of usage_rows for a day of UTC, unless it is there.
CREATE OR REPLACE FUNCTION ensure_usage_partition(day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  name text := 'usage_rows_' || to_char(day, 'YYYYMMDD');
BEGIN
  -- Lets one of several processes make it.
  PERFORM pg_advisory_xact_lock(7305013);
  IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
  -- ATTACH, unlike CREATE … PARTITION OF, lets charges go on meanwhile.
  EXECUTE format('CREATE TABLE %I (LIKE usage_rows INCLUDING ALL)', name);
  EXECUTE format(
    'ALTER TABLE usage_rows ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    name,
    first_request_id(day::timestamp AT TIME ZONE 'UTC'),
    first_request_id((day + 1)::timestamp AT TIME ZONE 'UTC')
  );
END $$;
