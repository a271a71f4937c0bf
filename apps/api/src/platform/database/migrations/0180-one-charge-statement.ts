import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions } from '../functions/load-functions';

/** Charges with idempotency keys are made by the same statement as all others: accounts are locked and read once. */
export class OneChargeStatement1763700000180 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP FUNCTION IF EXISTS cap_refusals_of(usage_request[], bigint[]);
      DROP FUNCTION IF EXISTS note_sources(usage_request[], charge_claim[])`);
    await loadFunctions(db, ['spending_caps', 'charge_batch', 'charge_once', 'array_signatures']);
  }

  /** The statement before it: restore a backup. */
  async down(): Promise<void> {}
}
