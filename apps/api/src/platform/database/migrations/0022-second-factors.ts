import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Authenticators (TOTP) of users, and the codes that stand in for a lost one. */
export class SecondFactors1763700000022 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE second_factors (
        user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        sealed_secret text NOT NULL,
        enabled_at timestamptz, -- NULL until a first code has been confirmed
        last_step bigint NOT NULL DEFAULT 0 -- the time step of the last code that was taken: none works twice
      )`);
    await db.query(`
      CREATE TABLE recovery_codes (
        user_id bigint NOT NULL REFERENCES second_factors ON DELETE CASCADE,
        code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
        PRIMARY KEY (user_id, code_hash)
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE recovery_codes, second_factors');
  }
}
