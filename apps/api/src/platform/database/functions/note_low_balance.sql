-- Trigger of accounts until 0111 (since then see low_balances.sql): notes in the transaction that moves a balance or a threshold that one has crossed the other.
-- The trigger's condition, which is checked without calling this, holds only when low_since does not say yet what is so.
CREATE OR REPLACE FUNCTION note_low_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE accounts SET low_since = CASE WHEN NEW.low_since IS NULL THEN now() END WHERE id = NEW.id;
  IF NEW.low_since IS NULL THEN
    INSERT INTO webhook_deliveries (account_id, event, balance_micros, threshold_micros)
    SELECT account_id, 'balance.low', NEW.balance_micros, NEW.low_balance_threshold_micros
    FROM webhooks WHERE account_id = NEW.id
      -- A threshold can be moved back and forth at will; each move would send something to somebody's server.
      AND NOT coalesce((SELECT created_at > now() - interval '1 hour' FROM webhook_deliveries d
        WHERE d.account_id = NEW.id AND event = 'balance.low' ORDER BY id DESC OFFSET 59 LIMIT 1), false);
  END IF;
  RETURN NULL;
END $$;
