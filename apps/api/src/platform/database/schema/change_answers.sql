-- Answers to changes, for repeats with the same idempotency key. Rows are deleted after ten minutes.
CREATE TABLE change_answers (
  owner text NOT NULL, -- the user or token that asked, and the account
  key_hash bytea NOT NULL CHECK (length(key_hash) = 32), -- SHA-256 of the idempotency key
  request_hash bytea NOT NULL, -- SHA-256 of method, path and body
  answer text, -- encrypted with the idempotency key; empty once it has been acknowledged; void if it must never be made
  is_final boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner, key_hash)
);
CREATE INDEX change_answers_by_age ON change_answers (created_at);
