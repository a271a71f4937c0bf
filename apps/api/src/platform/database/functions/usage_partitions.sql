-- Makes what the requests of a day of UTC are written to, unless it is there: their usage rows and their charges.
CREATE OR REPLACE FUNCTION ensure_usage_partition(day date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ensure_ledger_partition('usage_rows', 'usage_rows_' || to_char(day, 'YYYYMMDD'), day, day + 1);
  PERFORM ensure_transfers_partition(day);
END $$;
