-- Card payments, and what customers owe after a refund or dispute of money that they had spent.

ALTER TABLE account_profiles
  DROP CONSTRAINT accounts_kind_check,
  ADD CONSTRAINT accounts_kind_check CHECK (kind IN ('customer', 'revenue', 'funding', 'adjustments', 'debts')),
  -- Suspended because of a debt: the account is resumed when the debt is paid.
  ADD stopped_for_debt boolean NOT NULL DEFAULT false;
INSERT INTO account_profiles (id, kind, name) VALUES (4, 'debts', 'Debts');

ALTER TABLE ledger.accounts
  DROP CONSTRAINT accounts_stored_balance,
  ADD CONSTRAINT accounts_stored_balance CHECK ((account_id <= 4) = (balance_micros IS NULL)),
  -- The customer's share of the system account `debts`.
  ADD debt_micros bigint NOT NULL DEFAULT 0 CONSTRAINT accounts_debt CHECK (debt_micros >= 0);
INSERT INTO ledger.accounts (account_id, shard, status) VALUES (4, 4, 'active');

CREATE OR REPLACE VIEW accounts AS
  SELECT p.id, p.kind, p.name, CASE WHEN p.status = 'erased' THEN p.status ELSE l.status END AS status,
    l.balance_micros, l.low_balance_threshold_micros, p.created_at, l.low_since,
    p.top_up_asked_at, p.top_up_asked_micros, p.top_up_asked_note, l.shard, l.debt_micros
  FROM account_profiles p JOIN ledger.accounts l ON l.account_id = p.id;

-- Not valid yet: reading all transfers here would stop all charges. The next migration validates it.
ALTER TABLE ledger.transfers
  DROP CONSTRAINT transfers_kind,
  ADD CONSTRAINT transfers_kind CHECK (CASE kind
    WHEN 'charge' THEN house_account_id = 1 AND amount_micros < 0
    WHEN 'top_up' THEN house_account_id = 2 AND amount_micros > 0
    WHEN 'refund' THEN house_account_id = 2 AND amount_micros < 0
    WHEN 'adjustment' THEN house_account_id = 3
    WHEN 'debt' THEN house_account_id = 4
    WHEN 'reversal' THEN house_account_id BETWEEN 1 AND 4
    ELSE false END) NOT VALID;
COMMENT ON COLUMN ledger.transfers.kind IS
  'charge: a paid request, to revenue (1). top_up: money received, from funding (2). refund: a card payment taken back, to funding (2). '
    'adjustment: any other amount, such as an imported balance, with adjustments (3). debt: what the customer owes (positive) or pays '
    'back (negative), with debts (4). reversal: the opposite of the transfer that it reverses, with the same system account';

CREATE TABLE payments (
  id uuid PRIMARY KEY DEFAULT loupe_uuid_v7(),
  account_id bigint NOT NULL REFERENCES account_profiles (id),
  amount_micros bigint NOT NULL CHECK (amount_micros > 0 AND amount_micros % 10000 = 0), -- whole cents
  created_at timestamptz NOT NULL DEFAULT now(),
  session_id text UNIQUE, -- of Stripe Checkout
  checkout_url text,
  intent_id text UNIQUE, -- Stripe's PaymentIntent
  receipt_url text
);
CREATE INDEX payments_of_account ON payments (account_id, id);
CREATE INDEX payments_without_receipt ON payments (created_at) WHERE receipt_url IS NULL;

-- What is known of a payment: a set, so neither order nor repetition matters.
CREATE TABLE payment_events (
  payment_id uuid NOT NULL REFERENCES payments (id),
  kind text NOT NULL CHECK (kind IN ('pending', 'failed', 'expired', 'paid', 'refunded', 'refund_failed',
    'disputed', 'dispute_lost', 'dispute_won')),
  reference text NOT NULL DEFAULT '' CHECK ((reference <> '') = (kind ~ '^(refund|dispute)')), -- the id of the refund or dispute
  amount_micros bigint NOT NULL CHECK (amount_micros >= 0),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (payment_id, kind, reference, amount_micros)
);

-- Transfers that payments caused. Not in the ledger, because old transfers may exist only in exports.
CREATE TABLE payment_entries (
  transfer_id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments (id),
  account_id bigint NOT NULL,
  amount_micros bigint NOT NULL,
  is_debt boolean NOT NULL
);
CREATE INDEX payment_entries_of_payment ON payment_entries (payment_id);
REVOKE UPDATE, DELETE, TRUNCATE ON payment_events, payment_entries FROM CURRENT_USER;

-- Up to when the sweep has read Stripe's list of events.
CREATE TABLE payment_sweeps (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  swept_to timestamptz NOT NULL
);

-- `due_micros` is what the ledger must hold of a payment: all that was paid, minus refunds and disputes that are open or lost.
CREATE VIEW payment_states AS
  SELECT p.*, paid_micros, refunded_micros, disputed_micros,
    paid_micros - least(paid_micros, refunded_micros + disputed_micros) AS due_micros,
    CASE
      WHEN disputed_micros > 0 AND paid_micros > 0 THEN 'disputed'
      WHEN paid_micros > 0 AND refunded_micros >= paid_micros THEN 'refunded'
      WHEN paid_micros > 0 AND refunded_micros > 0 THEN 'partly_refunded'
      WHEN paid_micros > 0 THEN 'paid'
      WHEN kinds @> '{failed}' THEN 'failed'
      WHEN kinds @> '{expired}' THEN 'expired'
      WHEN kinds @> '{pending}' THEN 'pending'
      -- Stripe never heard of it.
      WHEN session_id IS NULL AND created_at < now() - interval '1 hour' THEN 'expired'
      ELSE 'open' END AS state
  FROM payments p, LATERAL (
    SELECT coalesce(max(amount_micros) FILTER (WHERE kind = 'paid'), 0) AS paid_micros,
      coalesce(array_agg(kind), '{}') AS kinds
    FROM payment_events e WHERE e.payment_id = p.id
  ) AS sums, LATERAL (
    SELECT coalesce(sum(micros) FILTER (WHERE is_refund), 0)::bigint AS refunded_micros,
      coalesce(sum(micros) FILTER (WHERE NOT is_refund), 0)::bigint AS disputed_micros
    FROM (
      SELECT bool_or(kind ~ '^refund') AS is_refund,
        CASE WHEN bool_or(kind IN ('refund_failed', 'dispute_won')) THEN 0 ELSE max(amount_micros) END AS micros
      FROM payment_events e WHERE e.payment_id = p.id AND reference <> '' GROUP BY reference
    ) AS refund_or_dispute
  ) AS taken_back;
