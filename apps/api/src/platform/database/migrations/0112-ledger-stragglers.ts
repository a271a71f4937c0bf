import type { MigrationInterface, QueryRunner } from 'typeorm';
import { large } from './0111-ledger-move';

/**
 * Looks for rows that 0111 has not moved, because they were committed long after their ids were made, and drops the tables that it has
 * emptied. Nobody reads those any more, so nobody waits.
 */
export class LedgerStragglers1763700000112 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const { table, key, columns } of large) {
      await db.query(`
        INSERT INTO ledger.${table} (${columns}, shard) SELECT ${columns}, shard_of(account_id) FROM ${table}_before AS old
        WHERE NOT EXISTS (SELECT FROM ledger.${table} AS new WHERE new.${key} = old.${key})`);
    }
    // Of a refusal it is written later how often it was repeated.
    await db.query(`
      UPDATE ledger.usage_rows AS new SET repeats = old.repeats FROM usage_rows_before AS old
      WHERE new.request_id = old.request_id AND old.repeats > coalesce(new.repeats, 0)`);
    await db.query('DROP TABLE transfers_before, usage_rows_before');
  }

  /** There is no way back: restore a backup. */
  async down(): Promise<void> {}
}
