import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests that are refused alike within a minute share the row of the first. Null where nothing was repeated: no row grows. */
export class RepeatedRefusals1763700000065 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE usage_rows ADD COLUMN repeats integer');
    // How often the totals still have to count the rows; null: once.
    await db.query('ALTER TABLE usage_uncounted ADD COLUMN repeats integer');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE usage_uncounted DROP COLUMN repeats');
    await db.query('ALTER TABLE usage_rows DROP COLUMN repeats');
  }
}
