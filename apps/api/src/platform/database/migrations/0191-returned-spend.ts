import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions } from '../functions/load-functions';

/** A reversal names the line of keys that got its cap back. Those before it, and those of the release before, gave nothing back. */
export class ReturnedSpend1763700000191 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE ledger.reversals ADD COLUMN lineage_id bigint');
    await loadFunctions(db, ['returned_spend']);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP VIEW ledger.returned_spend');
    await db.query('ALTER TABLE ledger.reversals DROP COLUMN lineage_id');
  }
}
