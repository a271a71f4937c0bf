import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Secrets that an installation makes for itself when none are configured; every process of it shares them. */
export class InstallationSecrets1763700000050 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE installation_secrets (
        name text PRIMARY KEY,
        value text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE installation_secrets');
  }
}
