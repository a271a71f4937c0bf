-- Writes to the usage rows of these requests where their answers came from, when not from the upstream.
CREATE OR REPLACE FUNCTION note_sources(requests usage_request[], claims charge_claim[]) RETURNS void LANGUAGE sql AS $$
  UPDATE usage_rows u SET source = c.source, first_request_id = c.first_request_id
  FROM unnest(claims) AS c WHERE c.source IS NOT NULL AND u.request_id = (requests[c.n]).request_id
$$;

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
  locked bigint[] := take_accounts((SELECT array_agg(account_id) FROM unnest(requests)), wait_ms);
  -- Of the requests that are decided here, and of those that are charged: their places in the batch, and what is said of them.
  decided integer[];
  verdicts text[];
  firsts uuid[];
  charged integer[];
  refusals text[];
  balances bigint[];
BEGIN
  WITH claimed AS (
    SELECT n, fingerprint, (requests[n]).account_id, key_hash,
      row_number() OVER (PARTITION BY (requests[n]).account_id, key_hash ORDER BY n) AS place
    FROM unnest(claims)
    WHERE key_hash IS NOT NULL AND (requests[n]).account_id <> ALL (locked)
  ), judged AS (
    SELECT n, account_id, key_hash, request_id,
      CASE
        WHEN request_id IS NULL THEN CASE WHEN place > 1 THEN 'retry' END
        WHEN known.fingerprint <> claimed.fingerprint THEN 'reused'
        WHEN repeats + place > 2 THEN 'used_up'
        ELSE 'repeat'
      END AS verdict
    FROM claimed JOIN accounts a ON a.id = account_id AND a.status = 'active'
    LEFT JOIN LATERAL (
      SELECT k.request_id, k.fingerprint, k.repeats FROM charge_keys k
      WHERE k.account_id = claimed.account_id AND k.key_hash = claimed.key_hash AND k.expires_at > clock_timestamp()
    ) AS known ON true
  ), counted AS (
    UPDATE charge_keys k SET repeats = k.repeats + delivered
    FROM (SELECT account_id, key_hash, count(*) AS delivered FROM judged WHERE verdict = 'repeat' GROUP BY 1, 2) AS given
    WHERE (k.account_id, k.key_hash) = (given.account_id, given.key_hash)
  )
  SELECT coalesce(array_agg(n), '{}'), array_agg(verdict), array_agg(request_id) INTO decided, verdicts, firsts
  FROM judged WHERE verdict IS NOT NULL;

  charged := ARRAY (SELECT n FROM generate_subscripts(requests, 1) AS n WHERE n <> ALL (decided) ORDER BY n);
  SELECT array_agg(refusal ORDER BY ordinality), array_agg(balance ORDER BY ordinality) INTO refusals, balances
  FROM charge_batch(ARRAY (SELECT requests[n] FROM unnest(charged) WITH ORDINALITY AS places (n, place) ORDER BY place), wait_ms)
    WITH ORDINALITY;

  INSERT INTO charge_keys AS k (account_id, key_hash, fingerprint, request_id, expires_at)
  SELECT (requests[n]).account_id, key_hash, fingerprint, (requests[n]).request_id,
    clock_timestamp() + window_seconds * interval '1 second'
  FROM unnest(claims) JOIN unnest(charged, refusals) AS outcome (n, refusal) USING (n)
  WHERE key_hash IS NOT NULL AND refusal IS NULL
  -- One that was there has expired.
  ON CONFLICT (account_id, key_hash) DO UPDATE
    SET (fingerprint, request_id, expires_at, repeats) = (excluded.fingerprint, excluded.request_id, excluded.expires_at, 0);

  PERFORM note_sources(requests, claims);

  RETURN QUERY
  SELECT outcome.refusal, coalesce(outcome.balance, (SELECT balance_micros FROM accounts WHERE id = (requests[n]).account_id)), outcome.first
  FROM (
    SELECT * FROM unnest(charged, refusals, balances, '{}'::uuid[]) AS outcome (n, refusal, balance, first)
    UNION ALL
    SELECT n, verdict, NULL, first FROM unnest(decided, verdicts, firsts) AS outcome (n, verdict, first)
  ) AS outcome ORDER BY n;
END $$;

-- log_usage, for answers that came from elsewhere than the upstream.
CREATE OR REPLACE FUNCTION log_usage(requests usage_request[], claims charge_claim[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_usage(requests);
  PERFORM note_sources(requests, claims);
END $$;
