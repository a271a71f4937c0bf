import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validates what the migration before could not while it locked the ledger. Charges go on meanwhile. */
export class ValidateTransfers1764300000014 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE ledger.transfers VALIDATE CONSTRAINT transfers_kind');
  }

  /** Does nothing: migrations only go forward. */
  async down(): Promise<void> {}
}
