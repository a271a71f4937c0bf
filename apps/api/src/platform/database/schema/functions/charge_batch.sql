-- Every query of a table filters by account or key family. On a distributed ledger it also filters by shard: a batch
-- belongs to one shard, and its server runs this function with `AND shard = p_shard` uncommented (see `shardFunctions`).

-- Charges a batch in one transaction, in order. Returns for each request its refusal, the balance after the request
-- and, for a used idempotency key, the request that was charged with that key (see charge_keys.sql).
-- Statement overhead dominates, so accounts are locked and read once, a loop over arrays decides each request, and each
-- table is written by one statement.
-- wait_ms: how long to wait for each locked account before the batch fails; with 0, requests of locked accounts are
-- refused as 'locked'.
-- replays: idempotency keys and sources; NULL when no request has any.
-- window_seconds: how long an idempotency key is valid.
CREATE OR REPLACE FUNCTION charge_batch(requests usage_request[], wait_ms integer, replays replay_info[], window_seconds integer)
RETURNS TABLE (refusal text, balance bigint, first_request_id uuid) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := now();
  -- Columns of the requests, in order. Plain arrays are much faster than arrays of composites.
  request_ids uuid[];
  account_ids bigint[];
  prices bigint[];
  key_family_ids bigint[];
  -- For each request: the verdict on its idempotency key or caps, and the request that was charged with its key.
  verdicts text[];
  firsts uuid[];
  key_hashes bytea[];
  has_equal_keys boolean;
  has_sources boolean;
  is_capped boolean;
  -- Columns of the accounts that this batch has locked: ids, balances, states, and what this batch charges.
  taken bigint[];
  openings bigint[];
  suspended boolean[];
  totals bigint[];
  -- Accounts that a charge may bring below their threshold.
  watched bigint[];
  held bigint[];
  held_openings bigint[];
  refusals text[];
  balances bigint[];
  place integer;
  remainder bigint;
  -- Receives results that nobody needs: an assignment is cheaper than PERFORM, which runs a SELECT.
  ignored text;
BEGIN
  -- Other locks are short, so wait a moment for them even if this batch does not wait for accounts.
  ignored := set_config('lock_timeout', CASE WHEN wait_ms > 0 THEN wait_ms ELSE 5 END || 'ms', true);
  SELECT array_agg(request_id), array_agg(account_id), array_agg(price_micros), array_agg(key_family_id)
  INTO request_ids, account_ids, prices, key_family_ids FROM unnest(requests);
  IF wait_ms > 0 THEN
    -- Ordered by id, as in every statement that waits for several accounts, so that batches cannot deadlock.
    SELECT array_agg(account_id), array_agg(balance_micros), array_agg(status <> 'active'),
      array_agg(account_id) FILTER (WHERE low_balance_threshold_micros IS NOT NULL AND low_since IS NULL)
    INTO taken, openings, suspended, watched
    FROM (
      SELECT account_id, balance_micros, status, low_balance_threshold_micros, low_since FROM ledger.accounts
      WHERE account_id = ANY (account_ids) /* AND shard = p_shard */
      ORDER BY account_id FOR NO KEY UPDATE
    ) AS accounts;
  ELSE
    SELECT array_agg(account_id), array_agg(balance_micros), array_agg(status <> 'active'),
      array_agg(account_id) FILTER (WHERE low_balance_threshold_micros IS NOT NULL AND low_since IS NULL)
    INTO taken, openings, suspended, watched
    FROM (
      SELECT account_id, balance_micros, status, low_balance_threshold_micros, low_since FROM ledger.accounts
      WHERE account_id = ANY (account_ids) /* AND shard = p_shard */
      FOR NO KEY UPDATE SKIP LOCKED
    ) AS accounts;
    SELECT array_agg(account_id), array_agg(balance_micros) INTO held, held_openings FROM ledger.accounts
    WHERE account_id = ANY (account_ids) AND account_id <> ALL (coalesce(taken, '{}')) /* AND shard = p_shard */;
  END IF;
  IF replays IS NOT NULL THEN
    SELECT array_agg(key_hash) FILTER (WHERE key_hash IS NOT NULL), count(key_hash) > count(DISTINCT key_hash), count(source) > 0
    INTO key_hashes, has_equal_keys, has_sources FROM unnest(replays);
    IF has_equal_keys OR EXISTS (
      SELECT FROM ledger.charge_keys WHERE account_id = ANY (account_ids) AND key_hash = ANY (key_hashes) /* AND shard = p_shard */
    ) THEN
      SELECT c.verdicts, c.firsts INTO verdicts, firsts
      FROM replay_verdicts(account_ids, replays, ARRAY (SELECT id FROM unnest(taken, suspended) AS t (id, is_suspended) WHERE NOT is_suspended)) AS c;
    END IF;
  END IF;
  is_capped := EXISTS (SELECT FROM ledger.key_caps WHERE key_family_id = ANY (key_family_ids) /* AND shard = p_shard */);
  IF is_capped THEN
    verdicts := cap_refusals_of(requests, key_family_ids, verdicts);
  END IF;

  refusals := array_fill(NULL::text, ARRAY[coalesce(cardinality(request_ids), 0)]);
  totals := array_fill(0::bigint, ARRAY[coalesce(cardinality(taken), 0)]);
  FOR n IN 1 .. cardinality(refusals) LOOP
    place := array_position(taken, account_ids[n]);
    remainder := coalesce(openings[place] - totals[place], held_openings[array_position(held, account_ids[n])]);
    IF remainder IS NULL THEN
      RAISE EXCEPTION 'no customer has account %', account_ids[n] USING ERRCODE = 'data_exception';
    ELSIF place IS NULL THEN
      refusals[n] := 'locked';
    ELSIF suspended[place] THEN
      refusals[n] := 'suspended';
    ELSIF verdicts[n] IS NOT NULL THEN
      refusals[n] := verdicts[n];
    ELSIF prices[n] > remainder THEN
      refusals[n] := 'balance';
    ELSE
      totals[place] := totals[place] + prices[n];
      remainder := remainder - prices[n];
    END IF;
    balances[n] := remainder;
  END LOOP;

  INSERT INTO ledger.transfers (id, account_id, shard, house_account_id, amount_micros, balance_after_micros, kind)
  SELECT request_id, account_id, shard_of(account_id), 1, -price, balance, 'charge'
  FROM unnest(request_ids, account_ids, prices, balances, refusals) AS charged (request_id, account_id, price, balance, refusal)
  WHERE refusal IS NULL;

  INSERT INTO ledger.usage_rows (request_id, account_id, shard, key_id, operation, status, code, units, price_micros, charged,
    upstream_ms, total_ms, response_bytes, problem)
  SELECT request_id, account_id, shard_of(account_id), key_id, operation, status, code, units, price_micros, true,
    upstream_ms, total_ms, response_bytes, problem
  -- unnest of two arrays names the second column after the function.
  FROM unnest(requests, refusals) WHERE unnest IS NULL;

  INSERT INTO ledger.usage_uncounted (account_id, shard, request_ids)
  SELECT account_id, shard_of(account_id), array_agg(request_id)
  FROM unnest(request_ids, account_ids, refusals) AS charged (request_id, account_id, refusal)
  WHERE refusal IS NULL GROUP BY account_id;

  UPDATE ledger.accounts
  SET balance_micros = balance_micros - total,
    low_since = CASE WHEN balance_micros - total < low_balance_threshold_micros THEN coalesce(low_since, moment) END
  FROM unnest(taken, totals) AS due (id, total)
  WHERE account_id = id AND total > 0 /* AND shard = p_shard */;

  IF watched IS NOT NULL THEN
    INSERT INTO ledger.low_balance_notifications (account_id, shard, balance_micros, threshold_micros)
    SELECT account_id, shard, balance_micros, low_balance_threshold_micros FROM ledger.accounts
    WHERE account_id = ANY (watched) AND low_since IS NOT NULL /* AND shard = p_shard */;
  END IF;
  IF is_capped THEN
    PERFORM count_towards_caps(requests, refusals, key_family_ids);
  END IF;
  IF replays IS NOT NULL THEN
    INSERT INTO ledger.charge_keys AS k (account_id, shard, key_hash, fingerprint, request_id, expires_at)
    SELECT account_ids[n], shard_of(account_ids[n]), key_hash, fingerprint, request_ids[n],
      clock_timestamp() + window_seconds * interval '1 second'
    FROM unnest(replays) WHERE key_hash IS NOT NULL AND refusals[n] IS NULL
    -- An existing row has expired.
    ON CONFLICT (account_id, key_hash, shard) DO UPDATE
      SET (fingerprint, request_id, expires_at, repeats) = (excluded.fingerprint, excluded.request_id, excluded.expires_at, 0);
    IF has_sources THEN
      PERFORM note_sources(request_ids, account_ids, replays);
    END IF;
  END IF;
  RETURN QUERY SELECT * FROM unnest(refusals, balances, coalesce(firsts, '{}'));
END $$;

CREATE OR REPLACE FUNCTION undo_probe(charges bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a probe of % charges, rolled back on purpose', charges USING ERRCODE = 'data_exception';
END $$;
