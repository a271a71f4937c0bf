-- A request with the valid idempotency key of an equal charged request is a free repeat. The caller locks the accounts.

-- Returns for each request with a used key the request that was charged, and a verdict:
--   repeat   the response may be delivered again, at most twice
--   used_up  it was delivered twice
--   reused   the key was used for another request
--   retry    another request of this batch has the same key, so decide again after that request
-- `active`: the accounts that may be charged; the keys of other accounts are not looked up.
CREATE OR REPLACE FUNCTION replay_verdicts(account_ids bigint[], replays replay_info[], active bigint[])
RETURNS TABLE (verdicts text[], firsts uuid[]) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  known record;
BEGIN
  SELECT array_agg(account_id) AS account_ids, array_agg(key_hash) AS key_hashes, array_agg(request_id) AS request_ids,
    array_agg(fingerprint) AS fingerprints, array_agg(repeats) AS repeats
  INTO known FROM ledger.charge_keys
  WHERE account_id = ANY (active) AND key_hash = ANY (ARRAY (SELECT key_hash FROM unnest(replays))) AND expires_at > clock_timestamp() /* AND shard = p_shard */;
  SELECT array_agg(verdict ORDER BY n), array_agg(request_id ORDER BY n) INTO verdicts, firsts
  FROM generate_subscripts(account_ids, 1) AS n LEFT JOIN (
    SELECT n, request_id,
      CASE
        WHEN request_id IS NULL THEN CASE WHEN place > 1 THEN 'retry' END
        WHEN k.fingerprint <> asked.fingerprint THEN 'reused'
        WHEN repeats + place > 2 THEN 'used_up'
        ELSE 'repeat'
      END AS verdict
    FROM (
      SELECT n, fingerprint, account_ids[n] AS account_id, key_hash,
        row_number() OVER (PARTITION BY account_ids[n], key_hash ORDER BY n) AS place
      FROM unnest(replays) WHERE key_hash IS NOT NULL AND account_ids[n] = ANY (active)
    ) AS asked
    LEFT JOIN unnest(known.account_ids, known.key_hashes, known.request_ids, known.fingerprints, known.repeats)
      AS k (account_id, key_hash, request_id, fingerprint, repeats) USING (account_id, key_hash)
  ) AS judged USING (n);
  UPDATE ledger.charge_keys k SET repeats = k.repeats + delivered
  FROM (
    SELECT account_ids[n] AS account_id, key_hash, count(*) AS delivered
    FROM unnest(replays) WHERE verdicts[n] = 'repeat' GROUP BY 1, 2
  ) AS given
  WHERE k.account_id = given.account_id AND k.key_hash = given.key_hash /* AND shard = p_shard */;
  RETURN NEXT;
END $$;

CREATE OR REPLACE FUNCTION note_sources(request_ids uuid[], account_ids bigint[], replays replay_info[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ledger.usage_rows u SET source = c.source, first_request_id = c.first_request_id
  FROM unnest(replays) AS c
  WHERE c.source IS NOT NULL AND u.request_id = request_ids[c.n] AND u.shard = shard_of(account_ids[c.n]);
END $$;

CREATE OR REPLACE FUNCTION log_usage(requests usage_request[], replays replay_info[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_usage(requests);
  PERFORM note_sources(array_agg(request_id), array_agg(account_id), replays) FROM unnest(requests);
END $$;
