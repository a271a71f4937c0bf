import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions } from '../functions/load-functions';

/** Months of the ledger that are closed: what every account had and has, what its keys were charged for, and a chain over the rows. */
export class ClosedMonths1763700000131 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE closed_months (
        month date PRIMARY KEY CHECK (extract(day FROM month) = 1),
        transfers bigint NOT NULL,
        previous_hash bytea NOT NULL,
        -- After every ten thousand rows: the hash of the one before and of these rows.
        block_hashes bytea[] NOT NULL,
        totals_hash bytea NOT NULL,
        hash bytea NOT NULL,
        closed_at timestamptz NOT NULL DEFAULT now(),
        manifest_hash bytea,
        exported_at timestamptz,
        dropped_at timestamptz,
        CHECK (dropped_at IS NULL OR manifest_hash IS NOT NULL)
      )`);
    await db.query(`
      CREATE TABLE ledger.month_accounts (
        account_id bigint NOT NULL,
        shard smallint NOT NULL,
        month date NOT NULL,
        opening_micros bigint NOT NULL,
        closing_micros bigint NOT NULL,
        transfers bigint NOT NULL,
        charged_micros bigint NOT NULL,
        -- Balances that a transfer of this month left (positive) or found (negative) and no other one did: mostly the first and the last.
        loose_balances bigint[] NOT NULL,
        loose_times bigint[] NOT NULL,
        PRIMARY KEY (account_id, month, shard)
      )`);
    await db.query(`
      CREATE TABLE ledger.month_usage (
        account_id bigint NOT NULL,
        shard smallint NOT NULL,
        month date NOT NULL,
        key_id bigint NOT NULL,
        operation text NOT NULL,
        requests bigint NOT NULL,
        charged_requests bigint NOT NULL,
        charged_micros bigint NOT NULL,
        PRIMARY KEY (account_id, month, key_id, operation, shard)
      )`);
    await db.query(`
      CREATE TABLE reconcile_parts (
        part text PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT now()
      )`);
    await loadFunctions(db, ['closed_months']);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION refuse_transfers_of, first_open_transfer, first_kept_transfer');
    await db.query('DROP TABLE reconcile_parts, ledger.month_usage, ledger.month_accounts, closed_months');
  }
}
