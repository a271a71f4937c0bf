-- Public keys (WebAuthn) with which users sign in without a password.
CREATE TABLE passkeys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  host text NOT NULL CHECK (length(host) <= 253), -- the host name in PUBLIC_URL when it was made: it works at no other
  credential_id bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL CHECK (length(public_key) <= 2000),
  -- Signatures that the authenticator has counted. It stays 0 for an authenticator that counts none.
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL CHECK (cardinality(transports) <= 10),
  is_synced boolean NOT NULL, -- whether a password manager copies it to other devices
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  user_agent text NOT NULL CHECK (length(user_agent) <= 300), -- of the browser that made it
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id, id);
