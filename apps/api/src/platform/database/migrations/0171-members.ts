import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An account has members: owners, developers, who work with its keys, and viewers. */
export class Members1763700000171 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE users DROP CONSTRAINT users_role_check, DROP CONSTRAINT users_owners_have_accounts,
        ADD CONSTRAINT users_role_check CHECK (role IN ('owner', 'developer', 'viewer', 'support')),
        ADD CONSTRAINT users_members_have_accounts CHECK ((role <> 'support') = (account_id IS NOT NULL))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE users DROP CONSTRAINT users_role_check, DROP CONSTRAINT users_members_have_accounts,
        ADD CONSTRAINT users_role_check CHECK (role IN ('owner', 'support')),
        ADD CONSTRAINT users_owners_have_accounts CHECK ((role = 'owner') = (account_id IS NOT NULL))`);
  }
}
