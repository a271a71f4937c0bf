import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions } from '../functions/load-functions';

/** Low balance: since when an account is below its threshold, where to send word of it, and what is still to be sent. */
export class LowBalance1763700000005 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE accounts ADD COLUMN low_since timestamptz');
    await db.query(`
      CREATE TABLE webhooks (
        account_id bigint PRIMARY KEY REFERENCES accounts,
        url text NOT NULL CHECK (length(url) <= 2000),
        secret text NOT NULL
      )`);
    // An outbox: written in the transaction of the event, sent afterwards, repeated until it is taken or given up.
    await db.query(`
      CREATE TABLE webhook_deliveries (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        account_id bigint NOT NULL,
        event text NOT NULL,
        balance_micros bigint NOT NULL,
        threshold_micros bigint,
        created_at timestamptz NOT NULL DEFAULT now(),
        attempts integer NOT NULL DEFAULT 0,
        -- Null once it was delivered or given up.
        next_attempt_at timestamptz DEFAULT now(),
        delivered_at timestamptz,
        last_error text
      )`);
    await db.query(
      'CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE next_attempt_at IS NOT NULL',
    );
    await db.query('CREATE INDEX webhook_deliveries_of_account ON webhook_deliveries (account_id, id)');
    await loadFunctions(db, ['note_low_balance']);
    await db.query(`
      CREATE TRIGGER note_low_balance AFTER UPDATE OF balance_micros, low_balance_threshold_micros ON accounts FOR EACH ROW
        WHEN (((NEW.balance_micros < NEW.low_balance_threshold_micros) IS TRUE) <> (NEW.low_since IS NOT NULL))
        EXECUTE FUNCTION note_low_balance()`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER note_low_balance ON accounts');
    await db.query('DROP FUNCTION note_low_balance');
    await db.query('DROP TABLE webhook_deliveries, webhooks');
    await db.query('ALTER TABLE accounts DROP COLUMN low_since');
  }
}
