-- What PostgreSQL has of its own from 17 (uuid_extract_timestamp) and 18 (uuidv7) on, under the same names: the server's own
-- come first in every search path, so the schema reads alike on all versions, and upgrading the server changes nothing.
DO $do$
BEGIN
  IF to_regprocedure('uuid_extract_timestamp(uuid)') IS NULL THEN
    -- Not STRICT, and nothing but immutable functions within: so the planner puts the body in place of the call.
    CREATE FUNCTION uuid_extract_timestamp(id uuid) RETURNS timestamptz IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
      SELECT CASE substr(id::text, 15, 1)
        WHEN '7' THEN to_timestamp(('x' || left(id::text, 8) || substr(id::text, 10, 4))::bit(48)::bigint / 1000.0)
      END
    $$;
  END IF;
  IF to_regprocedure('uuidv7()') IS NULL THEN
    -- Milliseconds of the epoch, the rest of the microsecond as the server's own has it, and 62 random bits.
    CREATE FUNCTION uuidv7() RETURNS uuid VOLATILE PARALLEL SAFE LANGUAGE sql AS $$
      SELECT (lpad(to_hex(micros / 1000), 12, '0') || '7' || lpad(to_hex(micros % 1000 * 4096 / 1000), 3, '0')
        || right(gen_random_uuid()::text, 17))::uuid
      FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS micros) AS clock
    $$;
  END IF;
END $do$;
