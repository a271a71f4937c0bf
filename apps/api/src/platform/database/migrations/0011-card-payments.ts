import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runSql } from '../schema/run-sql';

/** Adds card payments, and the system account for what customers owe. */
export class CardPayments1764300000011 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await runSql(db, 'payments', 'views');
  }

  /** Does nothing: migrations only go forward. */
  async down(): Promise<void> {}
}
