-- From here on no transfer of this month is written: a constraint that no row fulfils, and that is not asked of those there are.
-- It waits for those that are being written now, but only briefly: others would wait behind it.
CREATE OR REPLACE FUNCTION refuse_transfers_of(month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  partition text := 'transfers_' || to_char(month, 'YYYYMM');
BEGIN
  PERFORM ensure_transfers_partition(month);
  IF EXISTS (SELECT FROM pg_constraint WHERE conname = 'closed' AND conrelid = to_regclass('ledger.' || partition)) THEN RETURN; END IF;
  PERFORM set_config('lock_timeout', '300ms', true);
  EXECUTE format('ALTER TABLE ledger.%I ADD CONSTRAINT closed CHECK (false) NOT VALID', partition);
END $$;

-- The lowest id that a transfer of an open month can have: earlier ones are proven by the chains of their months.
CREATE OR REPLACE FUNCTION first_open_transfer() RETURNS uuid STABLE LANGUAGE sql AS $$
  SELECT coalesce(first_request_id((max(month) + interval '1 month') AT TIME ZONE 'UTC'), '00000000-0000-0000-0000-000000000000')
  FROM closed_months
$$;

-- The lowest id that a transfer in the database can have: earlier ones are in the exports of their months.
CREATE OR REPLACE FUNCTION first_kept_transfer() RETURNS uuid STABLE LANGUAGE sql AS $$
  SELECT coalesce(first_request_id((max(month) + interval '1 month') AT TIME ZONE 'UTC'), '00000000-0000-0000-0000-000000000000')
  FROM closed_months WHERE dropped_at IS NOT NULL
$$;
