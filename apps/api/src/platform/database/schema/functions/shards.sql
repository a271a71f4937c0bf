-- The shard of the ledger that an account belongs to: a function of its id, so that it is fixed when the account is made, and
-- known wherever the id is. `shardOf` says the same.
CREATE OR REPLACE FUNCTION shard_of(account_id bigint) RETURNS smallint IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT (account_id % 32)::smallint
$$;
