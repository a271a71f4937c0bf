-- Management tokens, with which programs manage the API keys of an account.
CREATE TABLE management_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account_profiles (id),
  -- Who answers for the token; null when this user is no owner any more. The token then stops until another owner confirms it.
  owner_id bigint REFERENCES users ON DELETE SET NULL,
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  prefix text NOT NULL CHECK (length(prefix) = 8),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  daily_cap_micros bigint CHECK (daily_cap_micros >= 0),
  allowed_ips text[] CHECK (cardinality(allowed_ips) > 0), -- null: any
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz, -- to the minute
  last_used_from text
);
CREATE INDEX management_tokens_of_account ON management_tokens (account_id, id);
CREATE INDEX management_tokens_of_owner ON management_tokens (owner_id);

-- A trigger, so that a token stops however its owner loses the role, and does not start again when the owner gets it back.
CREATE OR REPLACE FUNCTION stop_management_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE management_tokens SET owner_id = NULL WHERE owner_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER stop_management_tokens AFTER UPDATE OF role ON users
  FOR EACH ROW WHEN (OLD.role = 'owner' AND NEW.role <> 'owner') EXECUTE FUNCTION stop_management_tokens();

-- What a program did with a token.
ALTER TABLE audit_log ADD COLUMN actor_token_id bigint;
CREATE INDEX audit_log_of_token ON audit_log (actor_token_id, id) WHERE actor_token_id IS NOT NULL;
CREATE TRIGGER audit_log_feed BEFORE INSERT ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION hold_audit_feed();
ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_feed;
