-- Staff who only read, what each person credits on a day, and top-ups that wait for a second person.
ALTER TABLE users
  DROP CONSTRAINT users_role_check,
  DROP CONSTRAINT users_members_have_accounts,
  DROP CONSTRAINT users_only_staff_is_disabled,
  ADD CONSTRAINT users_role_check CHECK (role IN ('owner', 'developer', 'viewer', 'support', 'support_viewer')),
  ADD CONSTRAINT users_members_have_accounts CHECK ((role IN ('support', 'support_viewer')) = (account_id IS NULL)),
  ADD CONSTRAINT users_only_staff_is_disabled CHECK (disabled_at IS NULL OR account_id IS NULL);

CREATE TABLE staff_credits (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  day date NOT NULL, -- UTC
  micros bigint NOT NULL CHECK (micros > 0),
  PRIMARY KEY (user_id, day)
);

CREATE TABLE pending_top_ups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account_profiles (id),
  amount_micros bigint NOT NULL CHECK (amount_micros > 0),
  note text NOT NULL CHECK (length(note) BETWEEN 1 AND 500),
  idempotency_key text NOT NULL UNIQUE,
  asked_at timestamptz, -- when the owner asked for it, if it answers a request
  asked_by_id bigint NOT NULL,
  asked_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'granted', 'declined')),
  decided_by_id bigint CHECK (decided_by_id <> asked_by_id),
  decided_by text,
  decided_at timestamptz,
  decision_note text CHECK (length(decision_note) <= 500),
  CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE INDEX pending_top_ups_open ON pending_top_ups (id) WHERE state = 'open';
