-- Triggers that feed each process's copy of the keys.

-- The lock makes marks visible in order, so readers miss none. It precedes row locks, so writers cannot deadlock.
CREATE OR REPLACE FUNCTION lock_api_key_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7305012);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION mark_api_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at THEN
    RAISE EXCEPTION 'a revoked API key stays revoked';
  END IF;
  NEW.change_mark := nextval('api_key_changes');
  NEW.key_family_id := coalesce(NEW.key_family_id, NEW.id);
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION announce_api_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('loupe_keys', '');
  RETURN NULL;
END $$;

-- Suspending or resuming an account marks its keys as changed.
CREATE OR REPLACE FUNCTION mark_keys_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Lock first: a key that is being created is found here, or gets a later mark and is read with the new status.
  PERFORM pg_advisory_xact_lock(7305012);
  UPDATE api_keys SET change_mark = change_mark WHERE account_id = NEW.id AND revoked_at IS NULL;
  RETURN NULL;
END $$;
