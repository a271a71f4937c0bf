-- Further functions that a process calls on the server of a shard of a distributed ledger.

CREATE OR REPLACE FUNCTION probe_charges(requests usage_request[], wait_ms integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM undo_probe(count(*)) FROM charge_batch(requests, wait_ms, NULL, NULL);
END $$;

-- Ends the statements of a lost coordinator session on this server. Citus names its connections after the session.
CREATE OR REPLACE FUNCTION end_session(session text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- Selected first, because a role gets an error if it signals the process of another role.
  left_behind integer[] := ARRAY (SELECT pid FROM pg_stat_activity WHERE application_name = session AND pid <> pg_backend_pid());
BEGIN
  IF false = ANY (SELECT pg_terminate_backend(pid, 1000) FROM unnest(left_behind) AS pid) THEN
    RAISE EXCEPTION 'session % is still at work', session USING ERRCODE = 'object_in_use';
  END IF;
  -- Committed rows are visible before a synchronous standby confirms them. This commit is confirmed after them.
  PERFORM pg_logical_emit_message(true, 'loupe', 'fence');
END $$;
