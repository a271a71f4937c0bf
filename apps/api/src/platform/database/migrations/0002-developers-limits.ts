import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runSql } from '../schema/run-sql';
import { shardOf } from '../shards';

interface DevelopersKey {
  readonly id: string;
  readonly accountId: string;
  readonly developerId: string;
  readonly micros: string;
}

/**
 * Adds limits of developers, which cover all keys of a developer. Existing keys of present developers count towards them, and
 * so does what these keys spent today. Keys whose cap an owner raised above the limit do not, so that an upgrade stops no key.
 */
export class DevelopersLimits1764300000002 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // One change a statement, as distributed tables require.
    for (const change of [
      'ADD developer_id bigint',
      'ADD developer_daily_cap_micros bigint',
      'DROP CONSTRAINT key_caps_check',
      'ADD CONSTRAINT key_caps_any CHECK (num_nonnulls(daily_cap_micros, monthly_cap_micros, developer_id) > 0)',
      `ADD CONSTRAINT key_caps_developer CHECK
         (coalesce(developer_daily_cap_micros >= 0, true) AND (developer_id IS NULL) = (developer_daily_cap_micros IS NULL))`,
    ])
      await db.query(`ALTER TABLE ledger.key_caps ${change}`);
    await db.query('CREATE INDEX key_spend_of_account ON ledger.key_spend (account_id, starts_on)');
    await runSql(db, 'functions/spending_caps');
    const keys: DevelopersKey[] = await db.query(
      `SELECT k.id, k.account_id AS "accountId", u.id AS "developerId", coalesce(developer_daily_cap_micros, 250000) AS micros
       FROM audit_log a JOIN users u ON u.id = a.actor_user_id AND u.role = 'developer'
       JOIN api_keys k ON k.id::text = a.target_id AND NOT k.built_in JOIN account_profiles p ON p.id = k.account_id
       WHERE a.action = 'key.create'`,
    );
    for (const { id, accountId, developerId, micros } of keys)
      await db.query(
        `UPDATE ledger.key_caps SET developer_id = $4, developer_daily_cap_micros = $5
         WHERE key_family_id = $1 AND account_id = $2 AND shard = $3 AND daily_cap_micros <= $5`,
        [id, accountId, shardOf(Number(accountId)), developerId, micros],
      );
  }

  /** Does nothing: migrations only go forward. */
  async down(): Promise<void> {}
}
