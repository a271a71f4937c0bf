import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A key that an account has without creating it: its owner's session uses it, and nobody has ever seen its text. */
export class BuiltInKeys1763700000100 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE api_keys ADD built_in boolean NOT NULL DEFAULT false');
    await db.query('CREATE UNIQUE INDEX api_keys_built_in_once ON api_keys (account_id) WHERE built_in');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX api_keys_built_in_once');
    await db.query('ALTER TABLE api_keys DROP built_in');
  }
}
