import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How much of each allowance of sign-in attempts is spent: of an address, a device, an account. One moment says it, as in
 * GCRA: an allowance is whole again at `whole_at`, and each attempt moves that moment on.
 */
export class SignInThrottles1763700000060 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE TABLE sign_in_throttles (subject text PRIMARY KEY, whole_at timestamptz NOT NULL)');
    await db.query('CREATE INDEX sign_in_throttles_by_time ON sign_in_throttles (whole_at)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE sign_in_throttles');
  }
}
