import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Idempotency keys of top-ups: what was asked under a key, and the transfer that answered it. */
export class TopUpKeys1763700000008 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE top_up_keys (
        idempotency_key text PRIMARY KEY CHECK (length(idempotency_key) BETWEEN 1 AND 255),
        -- SHA-256 of account, amount and note: the same key for anything else is a conflict.
        body_hash bytea NOT NULL,
        transfer_id uuid,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE top_up_keys');
  }
}
