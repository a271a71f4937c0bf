import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What was charged under which idempotency key, and where answers came from that the upstream was not asked for. Rows are
 * dropped when they have expired; keys and what was asked for are there as hashes alone.
 */
export class ChargeKeys1763700000080 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE charge_keys (
        account_id bigint NOT NULL,
        key_hash bytea NOT NULL,
        fingerprint bytea NOT NULL,
        request_id uuid NOT NULL,
        repeats integer NOT NULL DEFAULT 0,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (account_id, key_hash)
      )`);
    await db.query('CREATE INDEX charge_keys_expires_at ON charge_keys (expires_at)');
    await db.query('ALTER TABLE usage_rows ADD COLUMN source text, ADD COLUMN first_request_id uuid');
    await db.query(`
      CREATE TYPE charge_claim AS (n integer, key_hash bytea, fingerprint bytea, source text, first_request_id uuid)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TYPE charge_claim');
    await db.query('ALTER TABLE usage_rows DROP COLUMN source, DROP COLUMN first_request_id');
    await db.query('DROP TABLE charge_keys');
  }
}
