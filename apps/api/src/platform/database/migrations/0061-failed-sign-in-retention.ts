import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Strangers cause failed sign-ins, so these rows of the audit log, and only these, may be deleted, once they are 90 days
 * old. No statement deletes any other row, and none changes one.
 */
export class FailedSignInRetention1763700000061 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER audit_log_append_only ON audit_log');
    await db.query(`
      CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR TRUNCATE ON audit_log
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
    await db.query(`
      CREATE TRIGGER audit_log_retention BEFORE DELETE ON audit_log FOR EACH ROW
        WHEN (OLD.action <> 'user.sign_in_failed' OR OLD.at > now() - interval '90 days')
        EXECUTE FUNCTION refuse_change()`);
    for (const trigger of ['audit_log_append_only', 'audit_log_retention'])
      await db.query(`ALTER TABLE audit_log ENABLE ALWAYS TRIGGER ${trigger}`);
    await db.query(`CREATE INDEX audit_log_failed_sign_ins ON audit_log (at) WHERE action = 'user.sign_in_failed'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX audit_log_failed_sign_ins');
    await db.query('DROP TRIGGER audit_log_retention ON audit_log');
    await db.query('DROP TRIGGER audit_log_append_only ON audit_log');
    await db.query(`
      CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
    await db.query('ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_append_only');
  }
}
