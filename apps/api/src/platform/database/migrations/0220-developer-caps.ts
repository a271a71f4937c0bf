import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the keys that an account's developers create may spend in a day; null: the installation's choice. */
export class DeveloperCaps1763700000220 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      'ALTER TABLE account_profiles ADD developer_daily_cap_micros bigint CHECK (developer_daily_cap_micros >= 0)',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE account_profiles DROP developer_daily_cap_micros');
  }
}
