-- For a distributed ledger: what a process needs from a shard's server beside charging.

CREATE OR REPLACE FUNCTION probe_charges(requests usage_request[], wait_ms integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM undo_probe(count(*)) FROM charge_batch(requests, wait_ms, NULL, NULL);
END $$;

-- Ends what a lost coordinator session left running here. Citus names its connections after the session.
CREATE OR REPLACE FUNCTION end_session(session text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- Found first, because a role may not even signal the processes of others.
  left_behind integer[] := ARRAY (SELECT pid FROM pg_stat_activity WHERE application_name = session AND pid <> pg_backend_pid());
BEGIN
  IF false = ANY (SELECT pg_terminate_backend(pid, 1000) FROM unnest(left_behind) AS pid) THEN
    RAISE EXCEPTION 'session % is still at work', session USING ERRCODE = 'object_in_use';
  END IF;
  -- Committed rows are visible before a synchronous standby confirms them. This commit is confirmed after them.
  PERFORM pg_logical_emit_message(true, 'loupe', 'fence');
END $$;
