-- The lowest request id of an instant. Request ids are UUIDv7: their first 48 bits are milliseconds of the epoch.
CREATE OR REPLACE FUNCTION first_request_id(at timestamptz) RETURNS uuid IMMUTABLE LANGUAGE sql AS $$
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Makes a partition of a table of the ledger, from one day of UTC to before another, unless it is there. A table whose rows
-- may not be changed through its parent may not be changed through its partitions either.
CREATE OR REPLACE FUNCTION ensure_ledger_partition(parent text, name text, starts_on date, ends_on date) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass('ledger.' || name) IS NOT NULL THEN RETURN; END IF;
  -- Lets one of several processes make it.
  PERFORM pg_advisory_xact_lock(7305013);
  IF to_regclass('ledger.' || name) IS NOT NULL THEN RETURN; END IF;
  -- ATTACH, unlike CREATE … PARTITION OF, lets charges go on meanwhile.
  EXECUTE format('CREATE TABLE ledger.%I (LIKE ledger.%I INCLUDING ALL)', name, parent);
  EXECUTE format(
    'ALTER TABLE ledger.%I ATTACH PARTITION ledger.%I FOR VALUES FROM (%L) TO (%L)',
    parent,
    name,
    first_request_id(starts_on::timestamp AT TIME ZONE 'UTC'),
    first_request_id(ends_on::timestamp AT TIME ZONE 'UTC')
  );
  -- Once it is attached: on a distributed ledger it has its shards by then, which take the revocation over.
  IF parent = 'transfers' THEN
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON ledger.%I FROM CURRENT_USER', name);
  END IF;
END $$;

-- Makes the partition of the transfers of a day's month of UTC, unless it is there.
CREATE OR REPLACE FUNCTION ensure_transfers_partition(day date) RETURNS void LANGUAGE sql AS $$
  SELECT ensure_ledger_partition('transfers', 'transfers_' || to_char(month, 'YYYYMM'), month, (month + interval '1 month')::date)
  FROM (SELECT date_trunc('month', day::timestamp)::date AS month) AS months
$$;

-- Makes what the requests of a day of UTC are written to, unless it is there: their usage rows and their charges.
CREATE OR REPLACE FUNCTION ensure_usage_partition(day date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ensure_ledger_partition('usage_rows', 'usage_rows_' || to_char(day, 'YYYYMMDD'), day, day + 1);
  PERFORM ensure_transfers_partition(day);
END $$;
