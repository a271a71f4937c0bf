-- Every condition on a table of the ledger names the account or a key of it. On a distributed ledger, a batch is one shard's and
-- runs where the shard lives: there the comments `AND shard = p_shard` are part of the statement (see `shardFunctions`).

-- The charge itself: all requests of a batch in one transaction, in order of arrival. Gives for each what refuses it, and
-- the balance after it. Of one whose idempotency key was used it gives the request that was charged then, too (see charge_keys.sql).
--
-- Flat: the accounts are locked and read once, what becomes of each request is decided in a loop over arrays, and each table is
-- written by one statement. To begin and to end a statement is what costs most.
--
-- wait_ms: how long to wait for each account that another session holds, before the batch fails. A batch that does not wait passes
-- over those that are locked at this moment, and says 'locked' of their requests.
-- claims: NULL when no request has an idempotency key, or an answer from elsewhere than the upstream.
-- window_seconds: how long an idempotency key holds.
CREATE OR REPLACE FUNCTION charge_batch(requests usage_request[], wait_ms integer, claims charge_claim[], window_seconds integer)
RETURNS TABLE (refusal text, balance bigint, first_request_id uuid) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := now();
  -- Of the requests, in order of arrival. Plain arrays are read much faster than one of composites.
  request_ids uuid[];
  account_ids bigint[];
  prices bigint[];
  key_family_ids bigint[];
  -- What speaks against a request whatever the balance, and whose answer it repeats.
  verdicts text[];
  firsts uuid[];
  -- Of the claims.
  key_hashes bytea[];
  has_equal_keys boolean;
  has_sources boolean;
  is_capped boolean;
  -- Of the accounts that were taken, in order of their ids; `totals` is what this batch charges them.
  taken bigint[];
  openings bigint[];
  suspended boolean[];
  totals bigint[];
  -- Those that a charge may bring below their threshold.
  watched bigint[];
  -- Of the others, which other sessions hold.
  held bigint[];
  held_openings bigint[];
  refusals text[];
  balances bigint[];
  place integer;
  remainder bigint;
  -- An assignment is evaluated at once, PERFORM is a statement more.
  ignored text;
BEGIN
  -- A batch that does not wait for accounts still waits a moment for other locks, which are about to be released.
  ignored := set_config('lock_timeout', CASE WHEN wait_ms > 0 THEN wait_ms ELSE 5 END || 'ms', true);
  SELECT array_agg(request_id), array_agg(account_id), array_agg(price_micros), array_agg(key_family_id)
  INTO request_ids, account_ids, prices, key_family_ids FROM unnest(requests);
  IF wait_ms > 0 THEN
    -- In the order of ids, here and wherever several accounts are locked: so that no two batches wait for each other.
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
  IF claims IS NOT NULL THEN
    SELECT array_agg(key_hash) FILTER (WHERE key_hash IS NOT NULL), count(key_hash) > count(DISTINCT key_hash), count(source) > 0
    INTO key_hashes, has_equal_keys, has_sources FROM unnest(claims);
    -- Most keys are new.
    IF has_equal_keys OR EXISTS (
      SELECT FROM ledger.charge_keys WHERE account_id = ANY (account_ids) AND key_hash = ANY (key_hashes) /* AND shard = p_shard */
    ) THEN
      SELECT c.verdicts, c.firsts INTO verdicts, firsts
      FROM claim_verdicts(account_ids, claims, ARRAY (SELECT id FROM unnest(taken, suspended) AS t (id, is_suspended) WHERE NOT is_suspended)) AS c;
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
  -- The second array's column bears the name of the function.
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
  IF claims IS NOT NULL THEN
    INSERT INTO ledger.charge_keys AS k (account_id, shard, key_hash, fingerprint, request_id, expires_at)
    SELECT account_ids[n], shard_of(account_ids[n]), key_hash, fingerprint, request_ids[n],
      clock_timestamp() + window_seconds * interval '1 second'
    FROM unnest(claims) WHERE key_hash IS NOT NULL AND refusals[n] IS NULL
    -- One that was there has expired.
    ON CONFLICT (account_id, key_hash, shard) DO UPDATE
      SET (fingerprint, request_id, expires_at, repeats) = (excluded.fingerprint, excluded.request_id, excluded.expires_at, 0);
    IF has_sources THEN
      PERFORM note_sources(request_ids, account_ids, claims);
    END IF;
  END IF;
  RETURN QUERY SELECT * FROM unnest(refusals, balances, coalesce(firsts, '{}'));
END $$;

-- Ends a probe: the error rolls it back, whatever becomes of its connection.
CREATE OR REPLACE FUNCTION undo_probe(charges bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a probe of % charges, rolled back on purpose', charges USING ERRCODE = 'data_exception';
END $$;
