-- Checks of balances and transfers. Each statement selects the violations. Transfers before :open are in closed months,
-- which hash chains cover. Transfers before :stored were exported and dropped. A check `of both groups` compares
-- tables of the directory with tables of the ledger.

-- balance: A customer's balance is the last closing balance plus all later entries, and never negative
SELECT 'account ' || account_id AS subject, coalesce(closing, 0) + coalesce(total, 0) AS expected, balance_micros AS actual
FROM ledger.accounts a
LEFT JOIN (
  SELECT account_id, shard, sum(amount_micros) AS total FROM ledger.transfers WHERE id >= :open GROUP BY 1, 2
) t USING (account_id, shard)
LEFT JOIN (
  SELECT DISTINCT ON (account_id, shard) account_id, shard, closing_micros AS closing FROM ledger.month_accounts
  ORDER BY account_id, shard, month DESC
) c USING (account_id, shard)
WHERE balance_micros <> coalesce(closing, 0) + coalesce(total, 0) OR balance_micros < 0;

-- balance_after: Every transfer of an account starts from the balance after another transfer
-- Ids follow the order of requests, not of commits, so the check ignores order: each balance after a transfer is the
-- start of another transfer, except for the initial zero and the current balance.
SELECT 'account ' || account_id || ' at balance ' || balance AS subject, sum(found) AS expected, sum(left_behind) AS actual
FROM (
  SELECT account_id, shard, balance_after_micros AS balance, 1 AS left_behind, 0 AS found FROM ledger.transfers WHERE id >= :open
  UNION ALL SELECT account_id, shard, balance_after_micros - amount_micros, 0, 1 FROM ledger.transfers WHERE id >= :open
  UNION ALL SELECT account_id, shard, balance, greatest(times, 0), greatest(-times, 0)
    FROM ledger.month_accounts, unnest(loose_balances, loose_times) AS loose (balance, times)
  UNION ALL SELECT account_id, shard, 0, 1, 0 FROM ledger.accounts WHERE balance_micros IS NOT NULL
  UNION ALL SELECT account_id, shard, balance_micros, 0, 1 FROM ledger.accounts WHERE balance_micros IS NOT NULL
) AS chain GROUP BY account_id, shard, balance HAVING sum(found) <> sum(left_behind);

-- transfer_once: A transfer id is unique, so no request is charged twice
SELECT 'transfer ' || id AS subject, 1 AS expected, count(*) AS actual FROM ledger.transfers WHERE id >= :open
GROUP BY id HAVING count(*) > 1;

-- accounts: Every transfer is between a customer and a house account
SELECT 'transfer ' || t.id AS subject, 'customer' AS expected, CASE WHEN a.account_id IS NULL THEN 'no account' ELSE 'house' END AS actual
FROM ledger.transfers t LEFT JOIN ledger.accounts a ON (a.account_id, a.shard) = (t.account_id, t.shard)
WHERE t.id >= :open AND a.balance_micros IS NULL
UNION ALL
SELECT 'transfer ' || id, 'house', 'account ' || house_account_id
FROM ledger.transfers WHERE id >= :open AND house_account_id NOT BETWEEN 1 AND 4;

-- shards: Every row is in the shard of its account
SELECT 'account ' || account_id AS subject, shard_of(account_id) AS expected, shard AS actual FROM (
  SELECT account_id, shard FROM ledger.accounts
  UNION SELECT account_id, shard FROM ledger.transfers WHERE id >= :open
  UNION SELECT account_id, shard FROM ledger.usage_rows
  UNION SELECT account_id, shard FROM ledger.usage_daily
) AS rows WHERE shard <> shard_of(account_id);

-- status, of both groups: Directory and ledger agree on the status; erased accounts are suspended in the ledger
SELECT 'account ' || coalesce(p.id, l.account_id) AS subject, p.status AS expected, l.status AS actual
FROM account_profiles p FULL JOIN ledger.accounts l ON l.account_id = p.id
WHERE CASE p.status WHEN 'erased' THEN 'suspended' ELSE p.status END IS DISTINCT FROM l.status;

-- reversal: A reversal undoes one transfer of the same accounts, in full unless it is a debt, and no transfer is reversed twice
SELECT 'reversal ' || r.id AS subject, 'the opposite of ' || r.reverses AS expected,
  coalesce(t.kind || ' of ' || t.amount_micros, 'no transfer') || ', reversed ' || times || ' times' AS actual
FROM (
  SELECT *, count(*) OVER (PARTITION BY shard, reverses) AS times FROM ledger.transfers WHERE kind = 'reversal' AND id >= :open
) r LEFT JOIN ledger.transfers t ON t.id = r.reverses AND t.shard = r.shard
WHERE times > 1 OR r.reverses >= :stored AND (t.kind IS NULL OR t.kind = 'reversal'
  OR (t.account_id, t.house_account_id) <> (r.account_id, r.house_account_id)
  OR t.amount_micros <> -r.amount_micros AND NOT (t.house_account_id = 4 AND -r.amount_micros BETWEEN 1 AND t.amount_micros));

-- reversed_once: Every row of ledger.reversals names a transfer and its reversal
SELECT 'reversal ' || coalesce(t.id, r.reversal_id) AS subject, t.reverses::text AS expected, r.transfer_id::text AS actual
FROM (SELECT id, shard, reverses FROM ledger.transfers WHERE kind = 'reversal' AND id >= :open) t
FULL JOIN (SELECT * FROM ledger.reversals WHERE reversal_id >= :open) r ON r.reversal_id = t.id AND r.shard = t.shard
WHERE t.reverses IS DISTINCT FROM r.transfer_id;

-- top_up_once, of both groups: Every top-up has one idempotency key, and every key has one top-up
SELECT 'top-up ' || id AS subject, '1 key' AS expected, count(idempotency_key) || ' keys' AS actual
FROM ledger.transfers LEFT JOIN top_up_keys ON transfer_id = id WHERE kind = 'top_up' AND id >= :open
GROUP BY id HAVING count(idempotency_key) <> 1
UNION ALL
SELECT 'idempotency key ' || idempotency_key, '1 top-up', 'none'
FROM top_up_keys LEFT JOIN ledger.transfers ON id = transfer_id AND kind = 'top_up'
WHERE id IS NULL AND coalesce(transfer_id >= :stored, true);

-- payments: The ledger holds of every card payment what was paid, minus refunds and disputes that are open or lost
SELECT 'payment ' || id AS subject, due_micros AS expected, coalesce(micros, 0) AS actual
FROM payment_states LEFT JOIN (
  SELECT payment_id AS id, sum(amount_micros) AS micros FROM payment_entries WHERE NOT is_debt GROUP BY 1
) AS entries USING (id) WHERE due_micros <> coalesce(micros, 0);

-- payment_entries, of both groups: Every entry of a card payment is a transfer, and every refund and debt belongs to a card payment
SELECT 'transfer ' || e.transfer_id AS subject, e.amount_micros || ' of account ' || e.account_id AS expected,
  coalesce(t.kind || ' of ' || t.amount_micros, 'no transfer') AS actual
FROM payment_entries e LEFT JOIN ledger.transfers t ON t.id = e.transfer_id AND t.account_id = e.account_id
WHERE e.transfer_id >= :stored AND (t.amount_micros, t.house_account_id = 4) IS DISTINCT FROM (e.amount_micros, e.is_debt)
UNION ALL
SELECT 'transfer ' || id, 'of a card payment', kind
FROM ledger.transfers LEFT JOIN payment_entries ON transfer_id = id
WHERE kind IN ('refund', 'debt') AND id >= :stored AND payment_id IS NULL;

-- debts, of both groups: What a customer owes is the sum of its debts and what it paid of them
SELECT 'account ' || account_id AS subject, coalesce(micros, 0) AS expected, debt_micros AS actual
FROM ledger.accounts LEFT JOIN (
  SELECT account_id, sum(amount_micros) AS micros FROM payment_entries WHERE is_debt GROUP BY 1
) AS owed USING (account_id) WHERE debt_micros <> coalesce(micros, 0);

-- exported: The database has no transfer of an exported and dropped month
SELECT 'transfer ' || id AS subject, 'in an export' AS expected, 'in the database' AS actual FROM ledger.transfers WHERE id < :stored;

-- guards: The database refuses changes of the ledger, double charges, negative balances and rows of closed months
SELECT 'guard ' || name AS subject, 'in force' AS expected, 'missing' AS actual
FROM (VALUES ('audit_log_append_only'), ('audit_log_erasure'), ('transfers_pkey'), ('transfers_kind'),
  ('transfers_reversed_once'), ('accounts_not_overdrawn'), ('accounts_debt'), ('payment_events_pkey'), ('top_up_keys_pkey'), ('usage_rows_pkey')) AS guards (name)
WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = name AND tgenabled = 'A')
  -- Before PostgreSQL 18 every constraint is enforced, and the column `conenforced` does not exist.
  AND NOT EXISTS (SELECT FROM pg_constraint c WHERE conname = name AND convalidated
    AND to_jsonb(c) ->> 'conenforced' IS DISTINCT FROM 'false')
  AND NOT EXISTS (SELECT FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid WHERE relname = name AND indisunique AND indisvalid)
UNION ALL
-- Not even the table's owner may change or delete a transfer, only a superuser.
SELECT 'guard of ' || relname, 'only INSERT and SELECT', string_agg(DISTINCT privilege_type, ', ')
FROM pg_class, aclexplode(coalesce(relacl, acldefault('r', relowner)))
WHERE relnamespace = 'ledger'::regnamespace AND relname ~ '^(transfers(_\d{6})?|reversals)$' AND relkind IN ('r', 'p')
  AND privilege_type IN ('UPDATE', 'DELETE', 'TRUNCATE')
GROUP BY relname
UNION ALL
SELECT 'guard closed of ' || to_char(month, 'YYYY-MM'), 'in force', 'missing' FROM closed_months
WHERE dropped_at IS NULL AND NOT EXISTS (SELECT FROM pg_constraint
  WHERE conname = 'closed' AND conrelid = to_regclass('ledger.transfers_' || to_char(month, 'YYYYMM')));
