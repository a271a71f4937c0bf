-- The lowest request id of a time. A UUIDv7 starts with 48 bits of epoch milliseconds.
CREATE OR REPLACE FUNCTION first_request_id(at timestamptz) RETURNS uuid IMMUTABLE LANGUAGE sql AS $$
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Creates a partition for the UTC days from `starts_on` until `ends_on` (exclusive), with the rights of its parent.
CREATE OR REPLACE FUNCTION ensure_ledger_partition(parent text, name text, starts_on date, ends_on date) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass('ledger.' || name) IS NOT NULL THEN RETURN; END IF;
  -- Another process may create the partition at the same time.
  PERFORM pg_advisory_xact_lock(7305013);
  IF to_regclass('ledger.' || name) IS NOT NULL THEN RETURN; END IF;
  -- Unlike CREATE … PARTITION OF, ATTACH does not block charges.
  EXECUTE format('CREATE TABLE ledger.%I (LIKE ledger.%I INCLUDING ALL)', name, parent);
  EXECUTE format(
    'ALTER TABLE ledger.%I ATTACH PARTITION ledger.%I FOR VALUES FROM (%L) TO (%L)',
    parent,
    name,
    first_request_id(starts_on::timestamp AT TIME ZONE 'UTC'),
    first_request_id(ends_on::timestamp AT TIME ZONE 'UTC')
  );
  -- Revoke after attaching: on a distributed ledger, the shards exist only now.
  IF parent = 'transfers' THEN
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON ledger.%I FROM CURRENT_USER', name);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION ensure_transfers_partition(day date) RETURNS void LANGUAGE sql AS $$
  SELECT ensure_ledger_partition('transfers', 'transfers_' || to_char(month, 'YYYYMM'), month, (month + interval '1 month')::date)
  FROM (SELECT date_trunc('month', day::timestamp)::date AS month) AS months
$$;

CREATE OR REPLACE FUNCTION ensure_usage_partition(day date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ensure_ledger_partition('usage_rows', 'usage_rows_' || to_char(day, 'YYYYMMDD'), day, day + 1);
  PERFORM ensure_transfers_partition(day);
END $$;
