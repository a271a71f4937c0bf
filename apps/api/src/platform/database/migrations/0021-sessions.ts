import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions of the dashboard. The cookie's value is not kept, only its SHA-256: a copy of this table signs nobody in. */
export class Sessions1763700000021 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE sessions (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
        user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_seen_at timestamptz NOT NULL DEFAULT now(), -- to the minute
        password_checked_at timestamptz NOT NULL DEFAULT now(),
        address text NOT NULL,
        user_agent text NOT NULL CHECK (length(user_agent) <= 300)
      )`);
    await db.query('CREATE INDEX sessions_of_user ON sessions (user_id, id)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE sessions');
  }
}
