import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions } from '../functions/load-functions';

/**
 * Replaces what only PostgreSQL 18 has by functions of our own, without reading or writing a row. 0002 and 0003 would not
 * load on an older server, so they have been edited: this makes of an older schema what they make now.
 */
export class OlderServers1763700000070 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await loadFunctions(db, ['uuid_v7']);
    await db.query('ALTER TABLE transfers ALTER COLUMN id SET DEFAULT loupe_uuid_v7()');
    // It said that the id has a time. The partitions say it: they are cut by that time.
    await db.query('ALTER TABLE usage_rows DROP CONSTRAINT IF EXISTS usage_rows_request_id_check');
  }

  /** Earlier versions go on with what is there: it does the same. */
  async down(): Promise<void> {}
}
