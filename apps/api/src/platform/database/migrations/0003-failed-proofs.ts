import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets old entries about wrong passwords of signed-in users be deleted, as those of failed sign-ins. */
export class FailedProofs1764300000003 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    const isFailure = (row: string) => `${row}action IN ('user.sign_in_failed', 'user.proof_failed')`;
    await db.query(`
      DROP INDEX audit_log_failed_sign_ins;
      CREATE INDEX audit_log_failed_proofs ON audit_log (at) WHERE ${isFailure('')};
      DROP TRIGGER audit_log_retention ON audit_log;
      CREATE TRIGGER audit_log_retention BEFORE DELETE ON audit_log FOR EACH ROW
        WHEN (NOT ${isFailure('OLD.')} OR OLD.at > now() - interval '90 days') EXECUTE FUNCTION refuse_change();
      ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_retention;`);
  }

  /** Does nothing: migrations only go forward. */
  async down(): Promise<void> {}
}
