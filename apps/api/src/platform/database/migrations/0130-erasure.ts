import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions } from '../functions/load-functions';

/** Lets the audit log forget the people of an account that is erased, and change in no other way. */
export class Erasure1763700000130 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await loadFunctions(db, ['refuse_change']);
    await db.query('DROP TRIGGER audit_log_append_only ON audit_log');
    await db.query(`
      CREATE TRIGGER audit_log_append_only BEFORE TRUNCATE ON audit_log
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
    await db.query(`
      CREATE TRIGGER audit_log_erasure BEFORE UPDATE ON audit_log
        FOR EACH ROW EXECUTE FUNCTION refuse_unless_erased()`);
    for (const trigger of ['audit_log_append_only', 'audit_log_erasure'])
      await db.query(`ALTER TABLE audit_log ENABLE ALWAYS TRIGGER ${trigger}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER audit_log_erasure ON audit_log');
    await db.query('DROP TRIGGER audit_log_append_only ON audit_log');
    await db.query(`
      CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR TRUNCATE ON audit_log
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
    await db.query('ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_append_only');
    await db.query('DROP FUNCTION refuse_unless_erased');
  }
}
