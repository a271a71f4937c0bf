import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runSql } from '../schema/run-sql';

export class Monitors1764300000010 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await runSql(db, 'monitors');
  }

  /** Does nothing: migrations only go forward. */
  async down(): Promise<void> {}
}
