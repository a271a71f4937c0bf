import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryRunner } from 'typeorm';

/**
 * Runs SQL files of this folder in a migration. To change a function or view, edit its file and add a migration that
 * runs it again. A function with other parameters is a new one; the old one must stay while old processes run.
 */
export async function runSql(db: QueryRunner, ...names: string[]): Promise<void> {
  await db.query('SET LOCAL check_function_bodies = off');
  for (const name of names) await db.query(readFileSync(join(__dirname, `${name}.sql`), 'utf8'));
}
