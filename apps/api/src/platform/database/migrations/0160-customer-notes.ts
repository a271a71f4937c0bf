import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What support writes about a customer for itself: pinned to the customer's page until somebody removes it. */
export class CustomerNotes1763700000160 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE customer_notes (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        account_id bigint NOT NULL REFERENCES account_profiles (id),
        author text NOT NULL,
        text text NOT NULL CHECK (length(text) BETWEEN 1 AND 1000),
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await db.query('CREATE INDEX customer_notes_of_account ON customer_notes (account_id, id)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE customer_notes');
  }
}
