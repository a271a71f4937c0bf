import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An owner asks for money; the next top-up answers. An account has one request at the most, so it stands in its row. */
export class TopUpRequests1763700000101 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE accounts
        ADD top_up_asked_at timestamptz,
        ADD top_up_asked_micros bigint CHECK (top_up_asked_micros > 0),
        ADD top_up_asked_note text CHECK (length(top_up_asked_note) <= 1000)`);
    await db.query('CREATE INDEX accounts_asking ON accounts (id) WHERE top_up_asked_at IS NOT NULL');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE accounts DROP top_up_asked_at, DROP top_up_asked_micros, DROP top_up_asked_note');
  }
}
