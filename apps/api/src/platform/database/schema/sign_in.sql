-- The people of the OpenID provider, each linked to one user. A person is issuer and subject, never an address.
CREATE TABLE user_identities (
  issuer text NOT NULL CHECK (length(issuer) BETWEEN 1 AND 500),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  linked_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  PRIMARY KEY (issuer, subject),
  CONSTRAINT user_identities_once UNIQUE (user_id, issuer)
);

-- What a browser has begun and not yet finished: a visit to the provider, a passkey's challenge. Each row works once: taking it
-- deletes it. Stores only the SHA-256 of the browser's token.
CREATE TABLE sign_in_attempts (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  purpose text NOT NULL,
  detail jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_attempts_by_time ON sign_in_attempts (expires_at);

-- How a session was opened: with which credential, and whether that proved two factors.
ALTER TABLE sessions ADD COLUMN opened_by text NOT NULL DEFAULT 'password',
  ADD COLUMN is_multi_factor boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT sessions_opened_by_check CHECK (opened_by IN ('password', 'provider', 'passkey', 'link'));

-- With a link of the operator, a user signs in without a password.
ALTER TABLE password_links DROP CONSTRAINT password_links_purpose_check,
  ADD CONSTRAINT password_links_purpose_check CHECK (purpose IN ('invitation', 'reset', 'sign_in'));
