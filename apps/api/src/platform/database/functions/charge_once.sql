-- Writes to the usage rows of these requests where their answers came from, when not from the upstream.
CREATE OR REPLACE FUNCTION note_sources(requests usage_request[], claims charge_claim[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ledger.usage_rows u SET source = c.source, first_request_id = c.first_request_id
  FROM unnest(claims) AS c
  WHERE c.source IS NOT NULL AND u.request_id = (requests[c.n]).request_id AND u.shard = shard_of((requests[c.n]).account_id);
END $$;

-- Charges as charge_batch does, and each claim once: what has been charged under an idempotency key within the window is a
-- repeat and costs nothing. It is decided here, under the locks on the accounts, so it holds for any number of processes.
--
-- Gives for each request what refuses it, the balance after it, and which request was charged first:
--   repeat   the answer is this caller's already; two are delivered at most
--   used_up  two have been
--   reused   the key was used for another request
--   retry    another request of this batch has the same key: once more, when it is known what became of that one
--
-- A claim without a key says only where the answer came from, which is written to the usage row of its request.
CREATE OR REPLACE FUNCTION charge_batch(requests usage_request[], wait_ms integer, claims charge_claim[], window_seconds integer)
RETURNS TABLE (refusal text, balance bigint, first_request_id uuid) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  account_ids bigint[] := (SELECT array_agg(account_id) FROM unnest(requests));
  -- Of the accounts that were taken, and of those that other sessions hold.
  taken bigint[];
  openings bigint[];
  active bigint[];
  held bigint[];
  held_openings bigint[];
  -- What is known of the keys.
  known record;
  -- Of the requests that are decided here, and of those that are charged: their places in the batch, and what is said of them.
  decided integer[];
  verdicts text[];
  firsts uuid[];
  charged integer[];
  refusals text[];
  balances bigint[];
BEGIN
  PERFORM set_config('lock_timeout', CASE WHEN wait_ms > 0 THEN wait_ms ELSE 5 END || 'ms', true);
  IF wait_ms > 0 THEN
    SELECT array_agg(account_id), array_agg(balance_micros), array_agg(account_id) FILTER (WHERE status = 'active')
    INTO taken, openings, active
    FROM (
      SELECT account_id, balance_micros, status FROM ledger.accounts
      WHERE account_id = ANY (account_ids) /* AND shard = p_shard */
      ORDER BY account_id FOR NO KEY UPDATE
    ) AS accounts;
  ELSE
    SELECT array_agg(account_id), array_agg(balance_micros), array_agg(account_id) FILTER (WHERE status = 'active')
    INTO taken, openings, active
    FROM (
      SELECT account_id, balance_micros, status FROM ledger.accounts
      WHERE account_id = ANY (account_ids) /* AND shard = p_shard */
      FOR NO KEY UPDATE SKIP LOCKED
    ) AS accounts;
    SELECT array_agg(account_id), array_agg(balance_micros) INTO held, held_openings FROM ledger.accounts
    WHERE account_id = ANY (account_ids) AND account_id <> ALL (coalesce(taken, '{}')) /* AND shard = p_shard */;
  END IF;

  SELECT array_agg(account_id) AS account_ids, array_agg(key_hash) AS key_hashes, array_agg(request_id) AS request_ids,
    array_agg(fingerprint) AS fingerprints, array_agg(repeats) AS repeats
  INTO known FROM ledger.charge_keys
  WHERE account_id = ANY (active) AND key_hash = ANY (ARRAY (SELECT key_hash FROM unnest(claims)))
    AND expires_at > clock_timestamp() /* AND shard = p_shard */;

  SELECT coalesce(array_agg(n), '{}'), array_agg(verdict), array_agg(request_id) INTO decided, verdicts, firsts
  FROM (
    SELECT n, request_id,
      CASE
        -- It may be free by now. Nobody has looked whether its key was used.
        WHEN claimed.account_id = ANY (held) THEN 'locked'
        WHEN request_id IS NULL THEN CASE WHEN place > 1 THEN 'retry' END
        WHEN k.fingerprint <> claimed.fingerprint THEN 'reused'
        WHEN repeats + place > 2 THEN 'used_up'
        ELSE 'repeat'
      END AS verdict
    FROM (
      SELECT n, fingerprint, (requests[n]).account_id, key_hash,
        row_number() OVER (PARTITION BY (requests[n]).account_id, key_hash ORDER BY n) AS place
      FROM unnest(claims) WHERE key_hash IS NOT NULL AND (requests[n]).account_id = ANY (active || held)
    ) AS claimed
    LEFT JOIN unnest(known.account_ids, known.key_hashes, known.request_ids, known.fingerprints, known.repeats)
      AS k (account_id, key_hash, request_id, fingerprint, repeats) USING (account_id, key_hash)
  ) AS judged WHERE verdict IS NOT NULL;

  UPDATE ledger.charge_keys k SET repeats = k.repeats + delivered
  FROM (
    SELECT (requests[n]).account_id, key_hash, count(*) AS delivered
    FROM unnest(claims) JOIN unnest(decided, verdicts) AS verdict (n, verdict) USING (n)
    WHERE verdict = 'repeat' GROUP BY 1, 2
  ) AS given
  WHERE k.account_id = given.account_id AND k.key_hash = given.key_hash /* AND shard = p_shard */;

  charged := ARRAY (SELECT n FROM generate_subscripts(requests, 1) AS n WHERE n <> ALL (decided) ORDER BY n);
  SELECT array_agg(refusal ORDER BY ordinality), array_agg(balance ORDER BY ordinality) INTO refusals, balances
  FROM charge_batch(ARRAY (SELECT requests[n] FROM unnest(charged) WITH ORDINALITY AS places (n, place) ORDER BY place), wait_ms)
    WITH ORDINALITY;

  INSERT INTO ledger.charge_keys AS k (account_id, shard, key_hash, fingerprint, request_id, expires_at)
  SELECT (requests[n]).account_id, shard_of((requests[n]).account_id), key_hash, fingerprint, (requests[n]).request_id,
    clock_timestamp() + window_seconds * interval '1 second'
  FROM unnest(claims) JOIN unnest(charged, refusals) AS outcome (n, refusal) USING (n)
  WHERE key_hash IS NOT NULL AND refusal IS NULL
  -- One that was there has expired.
  ON CONFLICT (account_id, key_hash, shard) DO UPDATE
    SET (fingerprint, request_id, expires_at, repeats) = (excluded.fingerprint, excluded.request_id, excluded.expires_at, 0);

  PERFORM note_sources(requests, claims);

  -- A request that is decided here leaves its account's balance as it is.
  RETURN QUERY
  SELECT outcome.refusal,
    coalesce(outcome.balance, after.balance, before.balance), outcome.first
  FROM (
    SELECT * FROM unnest(charged, refusals, balances, '{}'::uuid[]) AS outcome (n, refusal, balance, first)
    UNION ALL
    SELECT n, verdict, NULL, first FROM unnest(decided, verdicts, firsts) AS outcome (n, verdict, first)
  ) AS outcome
  LEFT JOIN unnest(taken || held, openings || held_openings) AS before (account_id, balance) ON before.account_id = (requests[n]).account_id
  LEFT JOIN (
    SELECT (requests[n]).account_id, min(balance) AS balance FROM unnest(charged, refusals, balances) AS c (n, refusal, balance)
    WHERE refusal IS NULL GROUP BY 1
  ) AS after ON after.account_id = (requests[n]).account_id
  ORDER BY n;
END $$;

-- log_usage, for answers that came from elsewhere than the upstream.
CREATE OR REPLACE FUNCTION log_usage(requests usage_request[], claims charge_claim[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_usage(requests);
  PERFORM note_sources(requests, claims);
END $$;
