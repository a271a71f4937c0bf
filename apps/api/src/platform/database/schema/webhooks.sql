-- Where an account's webhooks go. An account has at most five endpoints.
CREATE TABLE webhook_endpoints (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account_profiles (id),
  url text NOT NULL CHECK (length(url) <= 2000),
  events text[] NOT NULL, -- the types that it receives
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The first of the failed attempts since the last success. Attempts more than a day apart do not belong together.
  failing_since timestamptz,
  last_failed_at timestamptz,
  off_since timestamptz, -- null while it is on
  off_reason text CHECK (off_reason IN ('failing', 'member')),
  has_old_secret boolean NOT NULL DEFAULT false, -- the secret was shown in another form before an upgrade
  CHECK ((off_since IS NULL) = (off_reason IS NULL))
);
CREATE INDEX webhook_endpoints_of_account ON webhook_endpoints (account_id, id);

CREATE TABLE webhook_secrets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  endpoint_id bigint NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  encrypted_secret text NOT NULL,
  retires_at timestamptz -- null for the present secret; a rotated one signs along until then
);
CREATE UNIQUE INDEX webhook_secrets_present ON webhook_secrets (endpoint_id) WHERE retires_at IS NULL;
CREATE INDEX webhook_secrets_of_endpoint ON webhook_secrets (endpoint_id);
