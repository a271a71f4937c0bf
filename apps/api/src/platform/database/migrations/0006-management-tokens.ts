import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runSql } from '../schema/run-sql';

/** Adds management tokens, and lets collectors follow the audit log. */
export class ManagementTokens1764300000006 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await runSql(db, 'functions/audit_feed', 'functions/refuse_change', 'management_tokens');
  }

  /** Does nothing: migrations only go forward. */
  async down(): Promise<void> {}
}
