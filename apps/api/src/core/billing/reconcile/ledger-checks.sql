-- What must be true of balances and transfers alone. Each statement selects what is not.

-- balance: The balance of a customer is the sum of its entries, and never negative
SELECT 'account ' || id AS subject, coalesce(total, 0) AS expected, balance_micros AS actual
FROM accounts LEFT JOIN (SELECT account_id, sum(amount_micros) AS total FROM transfers GROUP BY 1) t ON account_id = id
WHERE kind = 'customer' AND (balance_micros <> coalesce(total, 0) OR balance_micros < 0);

-- balance_after: Every transfer of an account begins with the balance that another one left
-- Ids are in the order of requests, not of commits, so the chain is checked without an order: every balance that one
-- transfer leaves is what another one finds, but for the zero in the beginning and the balance in the end.
SELECT 'account ' || account_id || ' at balance ' || balance AS subject, sum(found) AS expected, sum(left_behind) AS actual
FROM (
  SELECT account_id, balance_after_micros AS balance, 1 AS left_behind, 0 AS found FROM transfers
  UNION ALL SELECT account_id, balance_after_micros - amount_micros, 0, 1 FROM transfers
  UNION ALL SELECT id, 0, 1, 0 FROM accounts WHERE kind = 'customer'
  UNION ALL SELECT id, balance_micros, 0, 1 FROM accounts WHERE kind = 'customer'
) AS chain GROUP BY account_id, balance HAVING sum(found) <> sum(left_behind);

-- transfer_once: No request is charged twice: a transfer id is there once
SELECT 'transfer ' || id AS subject, 1 AS expected, count(*) AS actual FROM transfers GROUP BY id HAVING count(*) > 1;

-- accounts: Every transfer is between a customer and an account of the house
SELECT 'transfer ' || t.id AS subject, 'customer' AS expected, coalesce(a.kind, 'no account') AS actual
FROM transfers t LEFT JOIN accounts a ON a.id = t.account_id WHERE a.kind IS DISTINCT FROM 'customer'
UNION ALL
SELECT 'transfer ' || t.id, 'house', coalesce(h.kind, 'no account')
FROM transfers t LEFT JOIN accounts h ON h.id = t.house_account_id WHERE coalesce(h.kind, 'customer') = 'customer';

-- reversal: A reversal undoes one transfer of the same accounts in full, and nothing is reversed twice
SELECT 'reversal ' || r.id AS subject, 'the opposite of ' || r.reverses AS expected,
  coalesce(t.kind || ' of ' || t.amount_micros, 'no transfer') || ', reversed ' || times || ' times' AS actual
FROM (SELECT *, count(*) OVER (PARTITION BY reverses) AS times FROM transfers WHERE kind = 'reversal') r
LEFT JOIN transfers t ON t.id = r.reverses
WHERE times > 1 OR t.kind IS NULL OR t.kind = 'reversal'
  OR (t.account_id, t.house_account_id, t.amount_micros) <> (r.account_id, r.house_account_id, -r.amount_micros);

-- top_up_once: Every top-up was asked for under one idempotency key, and every key came to one top-up
SELECT 'top-up ' || id AS subject, '1 key' AS expected, count(idempotency_key) || ' keys' AS actual
FROM transfers LEFT JOIN top_up_keys ON transfer_id = id WHERE kind = 'top_up'
GROUP BY id HAVING count(idempotency_key) <> 1
UNION ALL
SELECT 'idempotency key ' || idempotency_key, '1 top-up', 'none'
FROM top_up_keys LEFT JOIN transfers ON id = transfer_id AND kind = 'top_up' WHERE id IS NULL;

-- guards: The database itself refuses changes of the ledger, double charges and overdrawn accounts
SELECT 'guard ' || name AS subject, 'in force' AS expected, 'missing' AS actual
FROM (VALUES ('transfers_append_only'), ('audit_log_append_only'), ('audit_log_erasure'), ('transfers_pkey'), ('transfers_kind'),
  ('transfers_reversed_once'), ('accounts_not_overdrawn'), ('top_up_keys_pkey'), ('usage_rows_pkey')) AS guards (name)
WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = name AND tgenabled = 'A')
  -- By its name: before PostgreSQL 18 every constraint is enforced, and there is no such column.
  AND NOT EXISTS (SELECT FROM pg_constraint c WHERE conname = name AND convalidated
    AND to_jsonb(c) ->> 'conenforced' IS DISTINCT FROM 'false')
  AND NOT EXISTS (SELECT FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid WHERE relname = name AND indisunique AND indisvalid);
