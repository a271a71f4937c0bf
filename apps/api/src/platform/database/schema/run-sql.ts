import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryRunner } from 'typeorm';

/**
 * Runs `<name>.sql` of this folder, in the transaction of a migration. Tables are created once, by the baseline. Functions and views are
 * replaced: to change one, edit its file and add a migration that runs the file again. A function with other parameters is another
 * function; the old one must stay until no process of the version before is left.
 */
export async function runSql(db: QueryRunner, ...names: string[]): Promise<void> {
  // A function may name a table that is created later.
  await db.query('SET LOCAL check_function_bodies = off');
  for (const name of names) await db.query(readFileSync(join(__dirname, `${name}.sql`), 'utf8'));
}
