import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far each user has seen the notices of the account: up to this one. */
export class SeenNotices1763700000185 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE users ADD COLUMN notices_seen_id bigint NOT NULL DEFAULT 0');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE users DROP COLUMN notices_seen_id');
  }
}
