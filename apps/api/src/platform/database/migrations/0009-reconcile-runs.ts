import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the books were checked last, and what came of it. */
export class ReconcileRuns1763700000009 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE reconcile_runs (
        at timestamptz PRIMARY KEY DEFAULT now(),
        differences integer NOT NULL
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE reconcile_runs');
  }
}
