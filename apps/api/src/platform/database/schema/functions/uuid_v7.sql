-- UUIDv7 for PostgreSQL before 18: 48 bits of milliseconds, the fraction of the millisecond, 62 random bits.

CREATE OR REPLACE FUNCTION loupe_uuid_v7() RETURNS uuid VOLATILE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT (lpad(to_hex(micros / 1000), 12, '0') || '7' || lpad(to_hex(micros % 1000 * 4096 / 1000), 3, '0')
    || right(gen_random_uuid()::text, 17))::uuid
  FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS micros) AS clock
$$;

-- The time of an id. Immutable and not STRICT, so that the planner inlines the function.
CREATE OR REPLACE FUNCTION loupe_uuid_time(id uuid) RETURNS timestamptz IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT to_timestamp(('x' || encode(substr(uuid_send(id), 1, 6), 'hex'))::bit(48)::bigint / 1000.0)
$$;
