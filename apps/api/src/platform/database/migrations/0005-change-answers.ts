import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runSql } from '../schema/run-sql';

export class ChangeAnswers1764300000005 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await runSql(db, 'change_answers', 'staff_top_ups');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE change_answers');
  }
}
