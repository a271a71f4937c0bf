-- Locks the accounts of a batch, and gives those that other sessions hold.
--
-- wait_ms: how long to wait for each of them, before the batch fails. A batch that does not wait passes over those that are
-- locked at this moment.
CREATE OR REPLACE FUNCTION take_accounts(account_ids bigint[], wait_ms integer) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  locked bigint[];
BEGIN
  -- A batch that does not wait for accounts still waits a moment for other locks, which are about to be released.
  PERFORM set_config('lock_timeout', CASE WHEN wait_ms > 0 THEN wait_ms ELSE 5 END || 'ms', true);
  IF wait_ms > 0 THEN
    -- In the order of ids, here and wherever several accounts are locked: so that no two batches wait for each other.
    PERFORM FROM accounts WHERE id = ANY (account_ids) ORDER BY id FOR NO KEY UPDATE;
  ELSE
    WITH taken AS (SELECT id FROM accounts WHERE id = ANY (account_ids) FOR NO KEY UPDATE SKIP LOCKED)
    SELECT array_agg(id) INTO locked FROM accounts WHERE id = ANY (account_ids) AND id NOT IN (SELECT id FROM taken);
  END IF;
  RETURN coalesce(locked, '{}');
END $$;

-- The charge itself: all requests of a batch in one transaction, in order of arrival. Gives for each what refuses it, and
-- the balance after it; of a refused one the balance before the whole batch.
--
-- Every statement of a PL/pgSQL function sees what was committed before it began: the first takes the locks, so whatever
-- another process did to these accounts meanwhile is seen by the others, which decide and write.
--
-- wait_ms: see take_accounts; of the requests of accounts that are not taken it says 'locked'.
CREATE OR REPLACE FUNCTION charge_batch(requests usage_request[], wait_ms integer)
RETURNS TABLE (refusal text, balance bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  account_ids bigint[];
  lineage_ids bigint[];
  cap_refusals text[];
  locked bigint[];
BEGIN
  SELECT array_agg(account_id), array_agg(lineage_id) INTO account_ids, lineage_ids FROM unnest(requests);
  locked := take_accounts(account_ids, wait_ms);
  IF EXISTS (SELECT FROM key_caps WHERE lineage_id = ANY (lineage_ids)) THEN
    cap_refusals := cap_refusals_of(requests);
  END IF;
  RETURN QUERY
  WITH asked AS (
    -- The second array's column bears the name of the function.
    SELECT *, unnest AS cap_refusal, ordinality AS n,
      sum(price_micros) FILTER (WHERE unnest IS NULL) OVER (PARTITION BY account_id ORDER BY ordinality) AS running
    FROM unnest(requests, cap_refusals) WITH ORDINALITY
  ), judged AS (
    SELECT asked.*, a.balance_micros AS opening,
      CASE
        WHEN a.id = ANY (locked) THEN 'locked'
        WHEN a.status <> 'active' THEN 'suspended'
        WHEN cap_refusal IS NOT NULL THEN cap_refusal
        WHEN running > a.balance_micros THEN 'balance'
      END AS refused
    FROM asked JOIN accounts a ON a.id = asked.account_id
  ), transferred AS (
    INSERT INTO transfers (id, account_id, house_account_id, amount_micros, balance_after_micros, kind)
    SELECT request_id, account_id, 1, -price_micros, opening - running, 'charge' FROM judged WHERE refused IS NULL
  ), used AS (
    INSERT INTO usage_rows (request_id, account_id, key_id, operation, status, code, units, price_micros, charged,
      upstream_ms, total_ms, response_bytes, problem)
    SELECT request_id, account_id, key_id, operation, status, code, units, price_micros, true,
      upstream_ms, total_ms, response_bytes, problem
    FROM judged WHERE refused IS NULL RETURNING request_id
  ), noted AS (
    INSERT INTO usage_uncounted SELECT array_agg(request_id) FROM used HAVING count(*) > 0
  ), paid AS (
    UPDATE accounts a SET balance_micros = balance_micros - total
    FROM (SELECT account_id, sum(price_micros)::bigint AS total FROM judged WHERE refused IS NULL GROUP BY 1) AS due
    WHERE a.id = due.account_id
  )
  SELECT refused, CASE WHEN refused IS NULL THEN (opening - running)::bigint ELSE opening END FROM judged ORDER BY n;
  IF cap_refusals IS NOT NULL THEN
    PERFORM count_towards_caps(requests);
  END IF;
END $$;

-- What a rehearsal of charges ends in, so that nothing of it is kept whatever becomes of its connection.
CREATE OR REPLACE FUNCTION undo_rehearsal(charges bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a rehearsal of % charges, undone on purpose', charges USING ERRCODE = 'data_exception';
END $$;
