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

-- What everybody has, the house too: its balances are what the last closed month left and the sum of the entries since.
-- The ledger is read apart from the directory, as a distributed one must be.
CREATE OR REPLACE VIEW account_balances AS
  WITH a AS MATERIALIZED (
    SELECT id, kind, name, balance_micros FROM accounts
  ), left_behind AS MATERIALIZED (
    SELECT account_id, (array_agg(closing_micros ORDER BY month DESC))[1] AS micros FROM ledger.month_accounts
    WHERE account_id <= 3 GROUP BY account_id
  ), moved AS MATERIALIZED (
    SELECT house_account_id, -sum(amount_micros) AS micros FROM ledger.transfers
    WHERE id >= (SELECT first_open_transfer()) GROUP BY house_account_id
  )
  SELECT id, kind, name, coalesce(balance_micros, coalesce(l.micros, 0) + coalesce(m.micros, 0)) AS balance_micros
  FROM a LEFT JOIN left_behind l ON l.account_id = id LEFT JOIN moved m ON m.house_account_id = id;
