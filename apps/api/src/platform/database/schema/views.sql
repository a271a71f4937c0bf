-- Views of the ledger, some joined with the directory, for reading and for corrections by hand.

CREATE OR REPLACE FUNCTION insert_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.id := coalesce(NEW.id, nextval(pg_get_serial_sequence('account_profiles', 'id')));
  NEW.shard := shard_of(NEW.id);
  NEW.status := coalesce(NEW.status, 'active');
  IF NEW.kind = 'customer' THEN NEW.balance_micros := coalesce(NEW.balance_micros, 0); END IF;
  INSERT INTO account_profiles (id, kind, name, status, created_at)
  VALUES (NEW.id, NEW.kind, NEW.name, NEW.status, coalesce(NEW.created_at, now()));
  INSERT INTO ledger.accounts (account_id, shard, balance_micros, status, low_balance_threshold_micros)
  VALUES (NEW.id, NEW.shard, NEW.balance_micros, NEW.status, NEW.low_balance_threshold_micros);
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER insert_account INSTEAD OF INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION insert_account();

CREATE OR REPLACE FUNCTION update_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account_profiles SET
    name = NEW.name,
    status = CASE WHEN NEW.status = OLD.status THEN status ELSE NEW.status END,
    top_up_asked_at = NEW.top_up_asked_at,
    top_up_asked_micros = NEW.top_up_asked_micros,
    top_up_asked_note = NEW.top_up_asked_note
  WHERE id = OLD.id
    AND (NEW.name, NEW.status, NEW.top_up_asked_at, NEW.top_up_asked_micros, NEW.top_up_asked_note)
      IS DISTINCT FROM (OLD.name, OLD.status, OLD.top_up_asked_at, OLD.top_up_asked_micros, OLD.top_up_asked_note);
  UPDATE ledger.accounts SET
    status = CASE WHEN NEW.status = OLD.status THEN status ELSE NEW.status END,
    balance_micros = balance_micros + (NEW.balance_micros - OLD.balance_micros),
    low_balance_threshold_micros = CASE
      WHEN NEW.low_balance_threshold_micros IS NOT DISTINCT FROM OLD.low_balance_threshold_micros THEN low_balance_threshold_micros
      ELSE NEW.low_balance_threshold_micros
    END
  WHERE account_id = OLD.id AND shard = OLD.shard
  RETURNING balance_micros INTO NEW.balance_micros;
  PERFORM note_low_balance_of(OLD.id, OLD.shard);
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER update_account INSTEAD OF UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION update_account();

CREATE OR REPLACE VIEW ledger_entries AS
  SELECT id AS transfer_id, account_id, amount_micros, kind, created_at FROM ledger.transfers
  UNION ALL
  SELECT id, house_account_id, -amount_micros, kind, created_at FROM ledger.transfers;

CREATE OR REPLACE VIEW transfers AS
  SELECT id, account_id, house_account_id, amount_micros, balance_after_micros, kind, reverses, created_at FROM ledger.transfers;
ALTER VIEW transfers ALTER id SET DEFAULT loupe_uuid_v7();

CREATE OR REPLACE FUNCTION insert_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ensure_transfers_partition((loupe_uuid_time(NEW.id) AT TIME ZONE 'UTC')::date);
  INSERT INTO ledger.transfers (id, account_id, shard, house_account_id, amount_micros, balance_after_micros, kind, reverses)
  VALUES (NEW.id, NEW.account_id, shard_of(NEW.account_id), NEW.house_account_id, NEW.amount_micros, NEW.balance_after_micros,
    NEW.kind, NEW.reverses);
  IF NEW.kind = 'reversal' THEN
    INSERT INTO ledger.reversals (transfer_id, account_id, shard, reversal_id)
    VALUES (NEW.reverses, NEW.account_id, shard_of(NEW.account_id), NEW.id);
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER insert_transfer INSTEAD OF INSERT ON transfers FOR EACH ROW EXECUTE FUNCTION insert_transfer();

CREATE OR REPLACE VIEW usage_rows AS
  SELECT request_id, account_id, key_id, operation, status, code, units, price_micros, charged, upstream_ms, total_ms,
    response_bytes, problem, repeats, source, first_request_id
  FROM ledger.usage_rows;

-- Balances of all accounts. Reads each table of the ledger on its own, as a distributed ledger requires.
CREATE OR REPLACE VIEW account_balances AS
  WITH a AS MATERIALIZED (
    SELECT id, kind, name, balance_micros FROM accounts
  ), left_behind AS MATERIALIZED (
    SELECT account_id, (array_agg(closing_micros ORDER BY month DESC))[1] AS micros FROM ledger.month_accounts
    WHERE account_id <= 4 GROUP BY account_id
  ), moved AS MATERIALIZED (
    SELECT house_account_id, -sum(amount_micros) AS micros FROM ledger.transfers
    WHERE id >= (SELECT first_open_transfer()) GROUP BY house_account_id
  )
  SELECT id, kind, name, coalesce(balance_micros, coalesce(l.micros, 0) + coalesce(m.micros, 0)) AS balance_micros
  FROM a LEFT JOIN left_behind l ON l.account_id = id LEFT JOIN moved m ON m.house_account_id = id;

CREATE OR REPLACE VIEW ledger.returned_spend AS
  SELECT r.key_family_id, r.account_id, r.shard, r.transfer_id, (loupe_uuid_time(r.transfer_id) AT TIME ZONE 'UTC')::date AS day,
    -t.amount_micros AS micros
  FROM ledger.reversals r JOIN ledger.transfers t ON t.id = r.transfer_id AND t.shard = r.shard
  WHERE r.key_family_id IS NOT NULL;
