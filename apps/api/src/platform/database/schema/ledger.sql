-- Money and usage. The tables can be distributed: they have no triggers or foreign keys, and unique keys include the shard.
CREATE SCHEMA ledger;

CREATE TABLE ledger.accounts (
  account_id bigint NOT NULL,
  shard smallint NOT NULL CHECK (shard = account_id % 32),
  status text NOT NULL CHECK (status IN ('active', 'suspended')),
  -- Null for system accounts, whose balances are sums.
  balance_micros bigint CONSTRAINT accounts_not_overdrawn CHECK (balance_micros >= 0),
  low_balance_threshold_micros bigint CHECK (low_balance_threshold_micros >= 0),
  low_since timestamptz,
  PRIMARY KEY (account_id, shard),
  CONSTRAINT accounts_stored_balance CHECK ((account_id <= 3) = (balance_micros IS NULL))
) WITH (fillfactor = 50); -- half-empty pages keep the frequent balance updates on their page (HOT)
INSERT INTO ledger.accounts (account_id, shard, status) VALUES (1, 1, 'active'), (2, 2, 'active'), (3, 3, 'active');

-- A row holds both entries of a transaction. A charge has its request's id, so a second charge of a request conflicts.
CREATE TABLE ledger.transfers (
  id uuid NOT NULL DEFAULT loupe_uuid_v7(),
  account_id bigint NOT NULL,
  shard smallint NOT NULL,
  house_account_id smallint NOT NULL,
  amount_micros bigint NOT NULL CHECK (amount_micros <> 0), -- positive: adds to the customer's balance
  balance_after_micros bigint NOT NULL CHECK (balance_after_micros >= 0),
  kind text NOT NULL,
  reverses uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id, shard),
  CONSTRAINT transfers_kind CHECK (CASE kind
    WHEN 'charge' THEN house_account_id = 1 AND amount_micros < 0
    WHEN 'top_up' THEN house_account_id = 2 AND amount_micros > 0
    WHEN 'adjustment' THEN house_account_id = 3
    WHEN 'reversal' THEN house_account_id BETWEEN 1 AND 3
    ELSE false END),
  CONSTRAINT transfers_reversal CHECK ((kind = 'reversal') = (reverses IS NOT NULL))
) PARTITION BY RANGE (id);
COMMENT ON COLUMN ledger.transfers.kind IS
  'charge: a paid request, to revenue (1). top_up: money received, from funding (2). adjustment: any other amount, such as an '
    'imported balance, with adjustments (3). reversal: the opposite of the transfer that it reverses, with the same system account';
CREATE INDEX transfers_of_account ON ledger.transfers (account_id, id);
-- Finds the few entries other than charges.
CREATE INDEX transfers_by_hand ON ledger.transfers (account_id, kind, id) WHERE kind <> 'charge';

-- Prevents a second reversal: a unique key of ledger.transfers would only hold within a month.
CREATE TABLE ledger.reversals (
  transfer_id uuid NOT NULL,
  account_id bigint NOT NULL,
  shard smallint NOT NULL,
  reversal_id uuid NOT NULL,
  key_family_id bigint, -- the key family whose counted spending was reduced
  CONSTRAINT transfers_reversed_once PRIMARY KEY (transfer_id, shard)
);
REVOKE UPDATE, DELETE, TRUNCATE ON ledger.transfers, ledger.reversals FROM CURRENT_USER;

CREATE TABLE ledger.low_balance_notifications (
  account_id bigint NOT NULL,
  shard smallint NOT NULL,
  balance_micros bigint NOT NULL,
  threshold_micros bigint,
  at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE ledger.key_caps (
  key_family_id bigint NOT NULL,
  account_id bigint NOT NULL,
  shard smallint NOT NULL,
  daily_cap_micros bigint CHECK (daily_cap_micros >= 0),
  monthly_cap_micros bigint CHECK (monthly_cap_micros >= 0),
  PRIMARY KEY (key_family_id, shard),
  CHECK (daily_cap_micros IS NOT NULL OR monthly_cap_micros IS NOT NULL)
);
-- Periods are in UTC. The lock on the family's account protects these rows.
CREATE TABLE ledger.key_spend (
  key_family_id bigint NOT NULL,
  account_id bigint NOT NULL,
  shard smallint NOT NULL,
  period text NOT NULL CHECK (period IN ('day', 'month')),
  starts_on date NOT NULL,
  spent_micros bigint NOT NULL CHECK (spent_micros >= 0),
  PRIMARY KEY (key_family_id, period, starts_on, shard)
) WITH (fillfactor = 50);

CREATE TABLE ledger.charge_keys (
  account_id bigint NOT NULL,
  shard smallint NOT NULL,
  key_hash bytea NOT NULL,
  fingerprint bytea NOT NULL,
  request_id uuid NOT NULL,
  repeats integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, key_hash, shard)
);
CREATE INDEX charge_keys_expires_at ON ledger.charge_keys (expires_at);

CREATE TABLE ledger.month_accounts (
  account_id bigint NOT NULL,
  shard smallint NOT NULL,
  month date NOT NULL,
  opening_micros bigint NOT NULL,
  closing_micros bigint NOT NULL,
  transfers bigint NOT NULL,
  charged_micros bigint NOT NULL,
  -- Balances at which more transfers ended than began (loose_times > 0), or more began than ended (loose_times < 0).
  loose_balances bigint[] NOT NULL,
  loose_times bigint[] NOT NULL,
  PRIMARY KEY (account_id, month, shard)
);
CREATE TABLE ledger.month_usage (
  account_id bigint NOT NULL,
  shard smallint NOT NULL,
  month date NOT NULL,
  key_id bigint NOT NULL,
  operation text NOT NULL,
  requests bigint NOT NULL,
  charged_requests bigint NOT NULL,
  charged_micros bigint NOT NULL,
  PRIMARY KEY (account_id, month, key_id, operation, shard)
);

-- The request id, a UUIDv7, is the identity, time and order of a row. Partitions are ranges of request ids.
CREATE TABLE ledger.usage_rows (
  request_id uuid NOT NULL,
  account_id bigint NOT NULL,
  shard smallint NOT NULL,
  status smallint NOT NULL,
  units smallint NOT NULL,
  charged boolean NOT NULL,
  key_id bigint NOT NULL,
  price_micros bigint NOT NULL CHECK (price_micros >= 0),
  response_bytes bigint NOT NULL,
  upstream_ms integer NOT NULL,
  total_ms integer NOT NULL,
  repeats integer, -- identical refusals that followed within the minute
  operation text NOT NULL,
  code text,
  problem text, -- the body that the caller of a failed request got
  source text,
  first_request_id uuid,
  PRIMARY KEY (request_id, shard)
) PARTITION BY RANGE (request_id);
CREATE INDEX usage_of_account ON ledger.usage_rows (account_id, request_id);
-- Partial indexes, which cost successful charges nothing. A partition gets more indexes when its day is over.
CREATE INDEX usage_problems_of_account ON ledger.usage_rows (account_id, code, request_id) WHERE code IS NOT NULL;
CREATE INDEX usage_failures_of_account ON ledger.usage_rows (account_id, status, request_id) WHERE code IS NOT NULL;

-- Totals by account, key, operation and problem code ('' for success).
CREATE TABLE ledger.usage_hourly (
  hour timestamptz NOT NULL,
  account_id bigint NOT NULL,
  shard smallint NOT NULL,
  key_id bigint NOT NULL,
  operation text NOT NULL,
  code text NOT NULL,
  requests bigint NOT NULL,
  charged_requests bigint NOT NULL,
  charged_micros bigint NOT NULL,
  upstream_ms bigint NOT NULL,
  response_bytes bigint NOT NULL,
  PRIMARY KEY (account_id, hour, key_id, operation, code, shard)
);
CREATE TABLE ledger.usage_daily (
  day date NOT NULL,
  account_id bigint NOT NULL,
  shard smallint NOT NULL,
  key_id bigint NOT NULL,
  operation text NOT NULL,
  code text NOT NULL,
  requests bigint NOT NULL,
  charged_requests bigint NOT NULL,
  charged_micros bigint NOT NULL,
  upstream_ms bigint NOT NULL,
  response_bytes bigint NOT NULL,
  PRIMARY KEY (account_id, day, key_id, operation, code, shard)
);

-- Rows that the totals do not count yet. The transaction that counts them deletes them, so a crash loses no count.
CREATE TABLE ledger.usage_uncounted (account_id bigint NOT NULL, shard smallint NOT NULL, request_ids uuid[] NOT NULL)
  WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
ALTER TABLE ledger.usage_uncounted ALTER COLUMN request_ids SET STORAGE EXTERNAL; -- random ids do not compress
CREATE TABLE ledger.repeats_uncounted (
  account_id bigint NOT NULL,
  shard smallint NOT NULL,
  request_id uuid NOT NULL,
  repeats integer NOT NULL
);

CREATE TABLE ledger.request_addresses (
  account_id bigint NOT NULL,
  shard smallint NOT NULL,
  second bigint NOT NULL, -- since the epoch, from the requests' ids
  request_ids uuid[] NOT NULL,
  addresses text[] NOT NULL CHECK (cardinality(addresses) = cardinality(request_ids))
);
CREATE INDEX request_addresses_of_account ON ledger.request_addresses (account_id, second);
CREATE INDEX request_addresses_by_age ON ledger.request_addresses (second);

-- Without these statistics, the planner assumes that a condition on the shard reduces an account's rows.
CREATE STATISTICS ledger.transfers_shards (dependencies) ON account_id, shard FROM ledger.transfers;
CREATE STATISTICS ledger.usage_rows_shards (dependencies) ON account_id, shard FROM ledger.usage_rows;
CREATE STATISTICS ledger.usage_hourly_shards (dependencies) ON account_id, shard FROM ledger.usage_hourly;
CREATE STATISTICS ledger.usage_daily_shards (dependencies) ON account_id, shard FROM ledger.usage_daily;

SELECT ensure_usage_partition((now() AT TIME ZONE 'UTC')::date + days) FROM generate_series(0, 7) AS days;
SELECT ensure_transfers_partition((now() AT TIME ZONE 'UTC')::date + 31);

-- Directory and ledger in one. payments.sql adds a column.
CREATE VIEW accounts AS
  SELECT p.id, p.kind, p.name, CASE WHEN p.status = 'erased' THEN p.status ELSE l.status END AS status,
    l.balance_micros, l.low_balance_threshold_micros, p.created_at, l.low_since,
    p.top_up_asked_at, p.top_up_asked_micros, p.top_up_asked_note, l.shard
  FROM account_profiles p JOIN ledger.accounts l ON l.account_id = p.id;
