-- Charges that count towards no cap any more, because they were reversed: of lines of keys whose caps were given back what they cost.
CREATE OR REPLACE VIEW ledger.returned_spend AS
  SELECT r.lineage_id, r.account_id, r.shard, r.transfer_id, (loupe_uuid_time(r.transfer_id) AT TIME ZONE 'UTC')::date AS day,
    -t.amount_micros AS micros
  FROM ledger.reversals r JOIN ledger.transfers t ON t.id = r.transfer_id AND t.shard = r.shard
  WHERE r.lineage_id IS NOT NULL;
