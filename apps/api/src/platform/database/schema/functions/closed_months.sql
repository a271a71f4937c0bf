-- Makes a month refuse further transfers; existing rows are not checked. Its lock wait is short, because charges queue
-- behind it.
CREATE OR REPLACE FUNCTION refuse_transfers_of(month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  partition text := 'transfers_' || to_char(month, 'YYYYMM');
BEGIN
  PERFORM ensure_transfers_partition(month);
  IF EXISTS (SELECT FROM pg_constraint WHERE conname = 'closed' AND conrelid = to_regclass('ledger.' || partition)) THEN RETURN; END IF;
  PERFORM set_config('lock_timeout', '300ms', true);
  EXECUTE format('ALTER TABLE ledger.%I ADD CONSTRAINT closed CHECK (false) NOT VALID', partition);
END $$;

-- The lowest id of an open month. Earlier transfers are covered by the hash chain.
CREATE OR REPLACE FUNCTION first_open_transfer() RETURNS uuid STABLE LANGUAGE sql AS $$
  SELECT coalesce(first_request_id((max(month) + interval '1 month') AT TIME ZONE 'UTC'), '00000000-0000-0000-0000-000000000000')
  FROM closed_months
$$;

-- The lowest id still in the database. Earlier transfers were exported.
CREATE OR REPLACE FUNCTION first_stored_transfer() RETURNS uuid STABLE LANGUAGE sql AS $$
  SELECT coalesce(first_request_id((max(month) + interval '1 month') AT TIME ZONE 'UTC'), '00000000-0000-0000-0000-000000000000')
  FROM closed_months WHERE dropped_at IS NOT NULL
$$;
