import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Secrets of webhooks are kept sealed. A migration has no key: each start seals what is still there as it was. */
export class SealedWebhooks1763700000051 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE webhooks
        ADD sealed_secret text,
        ALTER secret DROP NOT NULL,
        ADD CONSTRAINT webhooks_one_secret CHECK ((secret IS NULL) <> (sealed_secret IS NULL))`);
  }

  /** What is sealed cannot be opened here: its owners set their webhooks anew. */
  async down(db: QueryRunner): Promise<void> {
    await db.query('DELETE FROM webhooks WHERE secret IS NULL');
    await db.query('ALTER TABLE webhooks DROP sealed_secret, ALTER secret SET NOT NULL');
  }
}
