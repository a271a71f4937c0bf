import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions } from '../functions/load-functions';

/** An account that was erased has a state of its own, which nobody ends. For the ledger it is suspended, as before. */
export class ErasedAccounts1763700000231 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE account_profiles DROP CONSTRAINT accounts_status_check,
        ADD CONSTRAINT accounts_status_check CHECK (status IN ('active', 'suspended', 'erased'))`);
    await db.query(`
      UPDATE account_profiles SET status = 'erased' WHERE status = 'suspended'
        AND id IN (SELECT account_id FROM audit_log WHERE action = 'account.erase')`);
    await loadFunctions(db, ['ledger_views']);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`UPDATE account_profiles SET status = 'suspended' WHERE status = 'erased'`);
    await db.query(`
      ALTER TABLE account_profiles DROP CONSTRAINT accounts_status_check,
        ADD CONSTRAINT accounts_status_check CHECK (status IN ('active', 'suspended'))`);
  }
}
