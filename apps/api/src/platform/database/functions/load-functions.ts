import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryRunner } from 'typeorm';

/**
 * Creates what `<name>.sql` beside this file defines, or replaces it. The files hold what is in force now: to change a
 * function, edit its file and add a migration that loads it again. Other parameters make another function, beside which
 * the old one stays until no process of a version that calls it is left.
 */
export async function loadFunctions(db: QueryRunner, names: readonly string[]): Promise<void> {
  // An early migration loads today's body, which may name a table that a later one makes.
  await db.query('SET LOCAL check_function_bodies = off');
  for (const name of names) await db.query(readFileSync(join(__dirname, `${name}.sql`), 'utf8'));
}
