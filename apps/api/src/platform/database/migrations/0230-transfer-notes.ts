import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions } from '../functions/load-functions';

/**
 * Notes of top-ups and reversals stand beside the ledger, where erasure can remove them. A closed month whose chain holds notes is open
 * again, with those after it, and is closed anew when its turn comes; of months that are in exports alone, the notes are there.
 */
export class TransferNotes1763700000230 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE transfer_notes (
        -- No foreign key: transfers are of the ledger.
        transfer_id uuid PRIMARY KEY,
        account_id bigint NOT NULL,
        note text NOT NULL CHECK (length(note) BETWEEN 1 AND 500)
      )`);
    await db.query('CREATE INDEX transfer_notes_of_account ON transfer_notes (account_id)');
    await loadFunctions(db, ['transfer_notes']);
    await reopenMonths(db);
    await db.query('SELECT take_notes_out()');
  }

  /** There is no way back: restore a backup. */
  async down(): Promise<void> {}
}

async function reopenMonths(db: QueryRunner): Promise<void> {
  const months: { month: string }[] = await db.query(`
    SELECT month::text FROM closed_months WHERE dropped_at IS NULL AND month >= (
      SELECT date_trunc('month', min(loupe_uuid_time(id)) AT TIME ZONE 'UTC')::date FROM ledger.transfers
      WHERE kind <> 'charge' AND note IS NOT NULL)`);
  for (const { month } of months)
    await db.query(`ALTER TABLE ledger.transfers_${month.slice(0, 7).replace('-', '')} DROP CONSTRAINT closed`);
  for (const table of ['ledger.month_accounts', 'ledger.month_usage', 'closed_months'])
    await db.query(`DELETE FROM ${table} WHERE month = ANY ($1::date[])`, [months.map(({ month }) => month)]);
}
