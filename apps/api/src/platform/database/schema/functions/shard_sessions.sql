-- What a process asks of the server that has a shard, beside charging. Made on a distributed ledger alone.

-- Does all that charging these requests takes, and undoes it.
CREATE OR REPLACE FUNCTION probe_charges(requests usage_request[], wait_ms integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM undo_probe(count(*)) FROM charge_batch(requests, wait_ms, NULL, NULL);
END $$;

-- Ends what a session of the coordinator that is gone has left at work here, so that what is then found in the ledger is final.
-- Citus names the connections between servers after the session that they serve.
CREATE OR REPLACE FUNCTION end_session(session text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- Found first: of the processes of others, a role may not even ask that they end.
  left_behind integer[] := ARRAY (SELECT pid FROM pg_stat_activity WHERE application_name = session AND pid <> pg_backend_pid());
BEGIN
  IF false = ANY (SELECT pg_terminate_backend(pid, 1000) FROM unnest(left_behind) AS pid) THEN
    RAISE EXCEPTION 'session % is still at work', session USING ERRCODE = 'object_in_use';
  END IF;
  -- What it committed can be seen by now even if a synchronous standby has not confirmed it. This is confirmed only after it.
  PERFORM pg_logical_emit_message(true, 'loupe', 'fence');
END $$;
