CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

-- Trigger of the audit log: erasing an account may only remove names, addresses and details.
CREATE OR REPLACE FUNCTION refuse_unless_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.at, NEW.action, NEW.target_type, NEW.target_id) = (OLD.id, OLD.at, OLD.action, OLD.target_type, OLD.target_id)
    AND (NEW.actor_user_id, NEW.actor_token_id, NEW.account_id) IS NOT DISTINCT FROM (OLD.actor_user_id, OLD.actor_token_id, OLD.account_id)
    AND NEW.actor_label IN (OLD.actor_label, 'erased') AND coalesce(NEW.address = OLD.address, NEW.address IS NULL)
    AND NEW.detail <@ OLD.detail
    AND EXISTS (SELECT FROM audit_log e WHERE e.account_id = OLD.account_id AND e.action = 'account.erase')
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
