import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions } from '../functions/load-functions';

/** Made functions that are files now. It stays listed: a database that ran it says so, and an earlier version must not run it again. */
export class ChargeBatch1763700000006 implements MigrationInterface {
  async up(): Promise<void> {}
  async down(): Promise<void> {}
}

/** The same. */
export class LockedAccounts1763700000054 implements MigrationInterface {
  async up(): Promise<void> {}
  async down(): Promise<void> {}
}

/**
 * Functions as their files define them, also where an earlier version has made them. Those that charge are loaded by 0111: their files
 * name its tables, and until then those that an earlier version has made go on.
 */
export class StoredFunctions1763700000055 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // What charge_batch and log_usage are given for each request: `usageRequests` writes it in this order.
    await db.query(`
      CREATE TYPE usage_request AS (
        request_id uuid,
        account_id bigint,
        key_id bigint,
        operation text,
        status smallint,
        code text,
        units smallint,
        price_micros bigint,
        upstream_ms integer,
        total_ms integer,
        response_bytes bigint,
        problem text,
        lineage_id bigint
      )`);
    await loadFunctions(db, ['refuse_change', 'note_low_balance', 'api_key_changes']);
  }

  /** Earlier versions go on with what is there: it does the same. */
  async down(): Promise<void> {}
}
