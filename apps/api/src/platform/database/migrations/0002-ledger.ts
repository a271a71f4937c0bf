import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions } from '../functions/load-functions';

/**
 * The ledger: one row moves money between a customer and an account of the house, so that both entries of a
 * transaction stand or fall together and sum to zero by construction. Rows are written once and never change.
 */
export class Ledger1763700000002 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await loadFunctions(db, ['uuid_v7', 'refuse_change']);
    await db.query(`
      CREATE TABLE transfers (
        -- A charge bears the id of its request: "once per request" is this primary key. UUIDv7, so it is also the order in time.
        id uuid PRIMARY KEY DEFAULT loupe_uuid_v7(),
        -- No foreign keys to accounts: they would lock the house's row in every batch. Accounts are never deleted, and reconcile looks.
        account_id bigint NOT NULL,
        house_account_id smallint NOT NULL,
        -- As the customer sees it: positive adds to the balance.
        amount_micros bigint NOT NULL CHECK (amount_micros <> 0),
        balance_after_micros bigint NOT NULL CHECK (balance_after_micros >= 0),
        kind text NOT NULL,
        -- No foreign key here either: it would queue a trigger for every charge.
        reverses uuid,
        note text CHECK (length(note) BETWEEN 1 AND 500),
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT transfers_kind CHECK (CASE kind
          WHEN 'charge' THEN house_account_id = 1 AND amount_micros < 0
          WHEN 'top_up' THEN house_account_id = 2 AND amount_micros > 0
          WHEN 'adjustment' THEN house_account_id = 3
          WHEN 'reversal' THEN house_account_id BETWEEN 1 AND 3
          ELSE false END),
        CONSTRAINT transfers_reversal CHECK ((kind = 'reversal') = (reverses IS NOT NULL))
      )`);
    // Nothing is reversed twice.
    await db.query('CREATE UNIQUE INDEX transfers_reversed_once ON transfers (reverses) WHERE reverses IS NOT NULL');
    // An account's ledger, newest first, page by page.
    await db.query('CREATE INDEX transfers_of_account ON transfers (account_id, id)');
    // The few that are no charges, without paging through those.
    await db.query("CREATE INDEX transfers_by_hand ON transfers (account_id, kind, id) WHERE kind <> 'charge'");
    await db.query(`
      CREATE VIEW ledger_entries AS
        SELECT id AS transfer_id, account_id, amount_micros, kind, created_at FROM transfers
        UNION ALL
        SELECT id, house_account_id, -amount_micros, kind, created_at FROM transfers`);
    // A stored balance is for customers, whose row is locked by each charge. What the house has is summed up when it is
    // asked for: its rows would be written by every charge of every process.
    await db.query('ALTER TABLE accounts ALTER COLUMN balance_micros DROP NOT NULL');
    await db.query(`UPDATE accounts SET balance_micros = NULL WHERE kind <> 'customer'`);
    await db.query(`ALTER TABLE accounts ADD CONSTRAINT accounts_stored_balance
      CHECK ((kind = 'customer') = (balance_micros IS NOT NULL))`);
    await db.query(`
      CREATE VIEW account_balances AS
        SELECT id, kind, name, coalesce(balance_micros,
          (SELECT coalesce(sum(amount_micros), 0) FROM ledger_entries e WHERE e.account_id = a.id)) AS balance_micros
        FROM accounts a`);
    await db.query(`
      CREATE TRIGGER transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
    // ALWAYS: also for a session that calls itself a replica.
    await db.query('ALTER TABLE transfers ENABLE ALWAYS TRIGGER transfers_append_only');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP VIEW account_balances, ledger_entries');
    await db.query('ALTER TABLE accounts DROP CONSTRAINT accounts_stored_balance');
    await db.query('UPDATE accounts SET balance_micros = 0 WHERE balance_micros IS NULL');
    await db.query('ALTER TABLE accounts ALTER COLUMN balance_micros SET NOT NULL');
    await db.query('DROP TABLE transfers');
    await db.query('DROP FUNCTION refuse_change');
  }
}
