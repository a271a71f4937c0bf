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
