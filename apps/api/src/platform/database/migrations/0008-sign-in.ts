import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runSql } from '../schema/run-sql';

/** Adds sign-in through an OpenID provider, and what it shares with passkeys. */
export class SignIn1764300000008 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await runSql(db, 'sign_in');
  }

  /** Does nothing: migrations only go forward. */
  async down(): Promise<void> {}
}
