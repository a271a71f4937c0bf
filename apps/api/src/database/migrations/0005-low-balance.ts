import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Low balance: when an account fell below its threshold, where to send word of it, and what is still to be sent. */
export class LowBalance1763700000005 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // Set by the charge that crosses the threshold, cleared when the balance is back: one note per crossing.
    await db.query('ALTER TABLE accounts ADD COLUMN low_since timestamptz');
    await db.query(`
      CREATE TABLE account_webhooks (
        account_id bigint PRIMARY KEY REFERENCES accounts,
        url text NOT NULL CHECK (length(url) <= 2000),
        secret text NOT NULL
      )`);
    // An outbox: written in the charge's own transaction, sent afterwards, repeated until it is taken or given up.
    await db.query(`
      CREATE TABLE webhook_deliveries (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        account_id bigint NOT NULL,
        payload jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        settled_at timestamptz,
        outcome text
      )`);
    await db.query(
      'CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE settled_at IS NULL',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE webhook_deliveries, account_webhooks');
    await db.query('ALTER TABLE accounts DROP COLUMN low_since');
  }
}
