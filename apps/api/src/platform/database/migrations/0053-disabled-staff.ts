import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People of support who have left, or whose laptop was stolen: they keep their name in the log and nothing else. */
export class DisabledStaff1763700000053 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE users ADD COLUMN disabled_at timestamptz,
      ADD CONSTRAINT users_only_staff_is_disabled CHECK (disabled_at IS NULL OR role = 'support')`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE users DROP COLUMN disabled_at');
  }
}
