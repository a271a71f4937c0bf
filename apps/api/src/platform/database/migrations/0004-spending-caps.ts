import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Spending caps of keys. They belong to the lineage (the first key of a chain of rotations), so that rotating resets nothing. */
export class SpendingCaps1763700000004 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // A row only for a lineage that has a cap: charges of all others look here and find nothing to do.
    await db.query(`
      CREATE TABLE key_caps (
        lineage_id bigint PRIMARY KEY,
        daily_cap_micros bigint CHECK (daily_cap_micros >= 0),
        monthly_cap_micros bigint CHECK (monthly_cap_micros >= 0),
        CHECK (daily_cap_micros IS NOT NULL OR monthly_cap_micros IS NOT NULL)
      )`);
    // Days and months are those of UTC. A lineage belongs to one account, whose row lock guards these rows too.
    await db.query(`
      CREATE TABLE key_spend (
        lineage_id bigint NOT NULL,
        period text NOT NULL CHECK (period IN ('day', 'month')),
        starts_on date NOT NULL,
        spent_micros bigint NOT NULL CHECK (spent_micros >= 0),
        PRIMARY KEY (lineage_id, period, starts_on)
      ) WITH (fillfactor = 50)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE key_caps, key_spend');
  }
}
