import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who did what, when and from where: written in the transaction of the deed, never changed. */
export class AuditLog1763700000007 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE audit_log (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT now(),
        -- Null for the operator's own commands, which have no user.
        actor_user_id bigint,
        actor_label text NOT NULL,
        address text,
        action text NOT NULL,
        -- The account that it concerns, where there is one, and the thing that it was done to.
        account_id bigint,
        target_type text NOT NULL,
        target_id text NOT NULL,
        detail jsonb NOT NULL DEFAULT '{}'
      )`);
    await db.query('CREATE INDEX audit_log_of_account ON audit_log (account_id, id)');
    await db.query(`
      CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
    await db.query('ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_append_only');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE audit_log');
  }
}
