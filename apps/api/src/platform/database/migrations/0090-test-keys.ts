import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a key is for, for lists and totals. Requests go by the text of the key, which nobody here has. */
export class TestKeys1763700000090 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE api_keys ADD COLUMN mode text NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test'))`);
    await db.query(`CREATE INDEX test_keys_of_account ON api_keys (account_id, id) WHERE mode = 'test'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE api_keys DROP COLUMN mode');
  }
}
