-- Takes notes out of the ledger, whose rows nobody may change: beside it they can be erased. Earlier releases write them there, and people
-- who enter an adjustment by hand. Rows of closed months stay as they were proven; they have no notes.
CREATE OR REPLACE FUNCTION take_notes_out() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
  accounts bigint[];
  notes text[];
BEGIN
  -- On a distributed ledger: rights cannot be given beside statements that several connections share.
  PERFORM set_config('citus.multi_shard_modify_mode', 'sequential', true);
  SELECT array_agg(id), array_agg(account_id), array_agg(note) INTO ids, accounts, notes FROM ledger.transfers
  WHERE kind <> 'charge' AND note IS NOT NULL AND id >= (SELECT first_open_transfer());
  IF ids IS NULL THEN RETURN; END IF;
  INSERT INTO transfer_notes (transfer_id, account_id, note)
  SELECT * FROM unnest(ids, accounts, notes) ON CONFLICT (transfer_id) DO NOTHING;
  -- The right is given and taken in one transaction: no other one ever has it.
  GRANT UPDATE ON ledger.transfers TO CURRENT_USER;
  UPDATE ledger.transfers SET note = NULL WHERE id = ANY (ids);
  REVOKE UPDATE ON ledger.transfers FROM CURRENT_USER;
END $$;
