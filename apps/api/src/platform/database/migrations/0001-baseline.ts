import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runSql } from '../schema/run-sql';

const functions = [
  'uuid_v7',
  'shards',
  'partitions',
  'refuse_change',
  'api_key_changes',
  'low_balances',
  'spending_caps',
  'charge_keys',
  'charge_batch',
  'log_usage',
  'closed_months',
];

export class Baseline1764200000001 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await runSql(db, 'types', ...functions.map((name) => `functions/${name}`), 'directory', 'ledger', 'views');
  }

  /** Does nothing: the first migration is not reverted. */
  async down(): Promise<void> {}
}
