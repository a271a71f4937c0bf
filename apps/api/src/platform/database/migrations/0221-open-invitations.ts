import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An invitation from an account's owner takes no address before it is accepted: the address stands apart from those that people sign in
 * with, which are unique. Only emails that owners cause are counted, by subject; a row holds the times of the last day.
 */
export class OpenInvitations1763700000221 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE users ALTER email DROP NOT NULL,
        ADD invited_email text CHECK (invited_email = lower(invited_email) AND length(invited_email) <= 254),
        ADD CONSTRAINT users_one_address CHECK (num_nonnulls(email, invited_email) = 1),
        ADD CONSTRAINT users_joined_by_address CHECK (email IS NOT NULL OR password_hash IS NULL)`);
    await db.query('CREATE UNIQUE INDEX users_invited_once ON users (account_id, invited_email)');
    await db.query('CREATE TABLE sent_emails (subject text PRIMARY KEY, sent_at timestamptz[] NOT NULL)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE sent_emails');
    await db.query('DELETE FROM users WHERE email IS NULL');
    await db.query('ALTER TABLE users DROP invited_email, ALTER email SET NOT NULL');
  }
}
