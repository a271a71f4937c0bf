import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From where a key was last used. */
export class KeyUseAddresses1763700000190 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE api_key_uses ADD COLUMN last_used_from text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE api_key_uses DROP COLUMN last_used_from');
  }
}
