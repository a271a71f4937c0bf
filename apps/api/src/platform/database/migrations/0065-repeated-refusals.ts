import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests that are refused alike within a minute share the row of the first. Null where nothing was repeated: no row grows. */
export class RepeatedRefusals1763700000065 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE usage_rows ADD COLUMN repeats integer');
    // A table of its own: processes of the version before, which run on during an upgrade, count and delete what is in
    // `usage_uncounted`, each row once.
    await db.query('CREATE TABLE repeats_uncounted (request_id uuid NOT NULL, repeats integer NOT NULL)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE repeats_uncounted');
    await db.query('ALTER TABLE usage_rows DROP COLUMN repeats');
  }
}
