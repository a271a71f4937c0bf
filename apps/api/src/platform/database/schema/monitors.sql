-- Monitors ask one operation again and again, and report what has changed.
CREATE TABLE monitors (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account_profiles (id),
  key_family_id bigint NOT NULL,
  -- The developer who made it: it pauses when this member has left. Null for those of owners and of programs.
  developer_id bigint,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  operation text NOT NULL,
  parameters jsonb NOT NULL,
  kind text NOT NULL CHECK (kind IN ('new_items', 'changed')),
  fields text[] NOT NULL CHECK (cardinality(fields) <= 10),
  every_minutes integer NOT NULL CHECK (every_minutes BETWEEN 15 AND 10080),
  created_at timestamptz NOT NULL DEFAULT now(),
  paused_at timestamptz,
  pause_reason text,
  next_run_at timestamptz DEFAULT now(), -- null while a run is under way
  failures integer NOT NULL DEFAULT 0, -- in a row
  known_ids text[], -- the latest known items, oldest first; null before the first run, which is the baseline
  known_since bigint, -- Unix seconds. Items that are not younger are old, also those with unknown ids
  watched jsonb NOT NULL DEFAULT '{}', -- the last value of each field
  CHECK ((paused_at IS NULL) = (pause_reason IS NULL))
);
CREATE INDEX monitors_of_account ON monitors (account_id, id);
CREATE INDEX monitors_due ON monitors (next_run_at) WHERE paused_at IS NULL;

-- A run is under way until it has ended. When its lease ends before, its process was killed, and another takes the run up.
CREATE TABLE monitor_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  monitor_id bigint NOT NULL REFERENCES monitors ON DELETE CASCADE,
  account_id bigint NOT NULL,
  due_at timestamptz NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(), -- the first time
  lease_id uuid NOT NULL, -- made for each attempt: only the latest may end the run
  leased_until timestamptz NOT NULL,
  ended_at timestamptz,
  outcome text NOT NULL DEFAULT 'running',
  code text,
  reason text,
  request_id uuid,
  events integer NOT NULL DEFAULT 0,
  CHECK ((outcome = 'running') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX monitor_runs_under_way ON monitor_runs (monitor_id) WHERE ended_at IS NULL;
CREATE INDEX monitor_runs_of_monitor ON monitor_runs (monitor_id, id);

CREATE TABLE monitor_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  monitor_id bigint NOT NULL REFERENCES monitors ON DELETE CASCADE,
  account_id bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  item_id text,
  gap boolean,
  field text,
  before jsonb,
  after jsonb,
  CHECK ((item_id IS NULL) <> (field IS NULL))
);
CREATE INDEX monitor_events_of_monitor ON monitor_events (monitor_id, id);
CREATE INDEX monitor_events_of_account ON monitor_events (account_id, id);
CREATE INDEX monitor_events_by_age ON monitor_events (at);

-- How many monitors an account has made on a UTC day, deleted ones included.
CREATE TABLE monitor_allowances (
  account_id bigint PRIMARY KEY REFERENCES account_profiles (id),
  day date NOT NULL,
  made integer NOT NULL
);

-- The newest key of each monitor's family that works, and why the monitor must not run, if so.
CREATE VIEW monitor_keys AS
SELECT m.id AS monitor_id, k.id AS key_id, k.hash, k.prefix,
  CASE
    WHEN p.status <> 'active' THEN 'account_suspended'
    WHEN m.developer_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM users u WHERE u.id = m.developer_id AND u.account_id = m.account_id AND u.role IN ('owner', 'developer')
    ) THEN 'developer_removed'
    WHEN k.id IS NULL THEN 'key_ended'
    WHEN k.allowed_ips IS NOT NULL THEN 'key_restricted'
  END AS obstacle
FROM monitors m JOIN account_profiles p ON p.id = m.account_id LEFT JOIN LATERAL (
  SELECT id, hash, prefix, allowed_ips FROM api_keys
  WHERE key_family_id = m.key_family_id AND revoked_at IS NULL AND coalesce(least(expires_at, retires_at) > now(), true)
  ORDER BY id DESC LIMIT 1
) AS k ON true;
