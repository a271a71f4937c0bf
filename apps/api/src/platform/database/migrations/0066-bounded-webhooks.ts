import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions } from '../functions/load-functions';

/** Bounds of an account's webhook: one open test, sixty notices an hour, and a lease on what is being sent, by which an account's are counted. */
export class BoundedWebhooks1763700000066 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      UPDATE webhook_deliveries d SET next_attempt_at = NULL, last_error = 'a later test took its place'
      WHERE event = 'test' AND next_attempt_at IS NOT NULL AND EXISTS (
        SELECT FROM webhook_deliveries later WHERE later.account_id = d.account_id AND later.event = 'test'
          AND later.next_attempt_at IS NOT NULL AND later.id > d.id
      )`);
    await db.query(`CREATE UNIQUE INDEX webhook_deliveries_one_test ON webhook_deliveries (account_id)
      WHERE event = 'test' AND next_attempt_at IS NOT NULL`);
    // Null while nobody sends it.
    await db.query('ALTER TABLE webhook_deliveries ADD COLUMN leased_until timestamptz');
    await db.query(`CREATE INDEX webhook_deliveries_leased ON webhook_deliveries (account_id, leased_until)
      WHERE leased_until IS NOT NULL`);
    await loadFunctions(db, ['note_low_balance']);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX webhook_deliveries_one_test');
    await db.query('ALTER TABLE webhook_deliveries DROP COLUMN leased_until');
  }
}
