import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts calls by account, so that no account can outweigh the others in the published figures, which start anew. */
export class QualityByAccount1764300000004 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      TRUNCATE operation_quality;
      ALTER TABLE operation_quality DROP CONSTRAINT operation_quality_pkey, ADD account_id bigint NOT NULL,
        ADD PRIMARY KEY (minutes, since, operation, account_id, outcome, bucket);
      UPDATE quality_figures SET at = 'epoch', figures = NULL;`);
  }

  /** Does nothing: migrations only go forward. */
  async down(): Promise<void> {}
}
