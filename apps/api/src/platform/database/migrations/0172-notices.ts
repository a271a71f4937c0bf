import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an account is told of: each thing once, on the page, by email and to its webhook, unless it has switched that off. */
export class Notices1763700000172 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE notices (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        account_id bigint NOT NULL REFERENCES account_profiles (id),
        event text NOT NULL,
        -- What it is about: the same is told once.
        subject text NOT NULL,
        detail jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        mail_attempts integer NOT NULL DEFAULT 0,
        -- Null once it was sent or given up.
        mail_due_at timestamptz DEFAULT now(),
        UNIQUE (account_id, event, subject)
      )`);
    await db.query('CREATE INDEX notices_to_mail ON notices (mail_due_at) WHERE mail_due_at IS NOT NULL');
    await db.query('CREATE INDEX notices_of_account ON notices (account_id, id)');
    await db.query('CREATE INDEX notices_by_age ON notices (created_at)');
    // A row says that this is off.
    await db.query(`
      CREATE TABLE notice_switches (
        account_id bigint NOT NULL REFERENCES account_profiles (id),
        event text NOT NULL,
        channel text NOT NULL CHECK (channel IN ('page', 'mail', 'webhook')),
        PRIMARY KEY (account_id, event, channel)
      )`);
    await db.query('ALTER TABLE webhook_deliveries ADD COLUMN detail jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhook_deliveries DROP COLUMN detail');
    await db.query('DROP TABLE notice_switches, notices');
  }
}
