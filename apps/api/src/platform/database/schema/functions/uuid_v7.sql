-- UUIDv7 on every version: PostgreSQL's own uuidv7() is new in 18, and so is that uuid_extract_timestamp() knows version 7.

-- Its first 48 bits are milliseconds of the epoch; then come the rest of the microsecond, and 62 random bits.
CREATE OR REPLACE FUNCTION loupe_uuid_v7() RETURNS uuid VOLATILE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT (lpad(to_hex(micros / 1000), 12, '0') || '7' || lpad(to_hex(micros % 1000 * 4096 / 1000), 3, '0')
    || right(gen_random_uuid()::text, 17))::uuid
  FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS micros) AS clock
$$;

-- When an id was made. Not STRICT, and of immutable functions only: so the planner puts the body in place of the call.
CREATE OR REPLACE FUNCTION loupe_uuid_time(id uuid) RETURNS timestamptz IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT to_timestamp(('x' || encode(substr(uuid_send(id), 1, 6), 'hex'))::bit(48)::bigint / 1000.0)
$$;
