-- Records whether a balance is low, and notifies if it has become low. The caller has locked the account.
CREATE OR REPLACE FUNCTION note_low_balance_of(of_account bigint, of_shard smallint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before timestamptz;
  low boolean;
  moment timestamptz := now();
BEGIN
  SELECT low_since, (balance_micros < low_balance_threshold_micros) IS TRUE INTO before, low
  FROM ledger.accounts WHERE account_id = of_account AND shard = of_shard;
  IF low = (before IS NOT NULL) THEN RETURN; END IF;
  UPDATE ledger.accounts SET low_since = CASE WHEN low THEN moment END WHERE account_id = of_account AND shard = of_shard;
  IF low THEN
    INSERT INTO ledger.low_balance_notifications (account_id, shard, balance_micros, threshold_micros)
    SELECT account_id, shard, balance_micros, low_balance_threshold_micros
    FROM ledger.accounts WHERE account_id = of_account AND shard = of_shard;
  END IF;
END $$;
