-- Lets readers of the audit log stop before the entries of open transactions, so that they skip none.

-- Before a writer gets the number of its entry, it locks the number of the last one until its transaction ends. The lock is shared, so
-- writers never wait for each other. The number of this lock, 7305019, is in the upper 24 bits.
CREATE OR REPLACE FUNCTION hold_audit_feed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared((7305019::bigint << 40) + coalesce(pg_sequence_last_value('public.audit_log_id_seq'), 0));
  RETURN NULL;
END $$;

-- The last entry before those of open transactions. Read the entries in a later statement, whose snapshot has all of them. The order of
-- the two reads here matters: a writer that holds no lock yet will get a number above `last`.
CREATE OR REPLACE FUNCTION audit_feed_end() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  last bigint := coalesce(pg_sequence_last_value('public.audit_log_id_seq'), 0);
  held bigint;
BEGIN
  SELECT min((classid::bigint << 32) + objid::bigint) - (7305019::bigint << 40) INTO held FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 8 = 7305019
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
  RETURN least(last, held);
END $$;
