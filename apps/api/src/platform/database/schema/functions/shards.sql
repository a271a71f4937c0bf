-- The shard of an account, a function of its id. `shardOf` must agree.
CREATE OR REPLACE FUNCTION shard_of(account_id bigint) RETURNS smallint IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT (account_id % 32)::smallint
$$;
