import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runSql } from '../schema/run-sql';

/** Adds passkeys. */
export class Passkeys1764300000009 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await runSql(db, 'passkeys');
  }

  /** Does nothing: migrations only go forward. */
  async down(): Promise<void> {}
}
