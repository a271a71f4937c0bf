import { problemCodes, problemRegistry } from '@loupe/dto';
import type { DataSource, EntityManager } from 'typeorm';
import { unhurried } from '../../../platform/database/data-source';
import type { Check, Difference } from './check';
import { ledgerChecks } from './ledger-checks.sql';
import { usageChecks } from './usage-checks.sql';

export const checks: readonly Check[] = [...ledgerChecks, ...usageChecks];

/** Where a check finds more than this, the rest is not listed. */
const maxListed = 100;

const chargedCodes = problemCodes.filter((code) => problemRegistry[code].charged !== 'never');

/**
 * Recomputes every balance from its entries and every total from its rows, and looks for requests that were charged twice or
 * answered uncharged. One snapshot: charges may go on meanwhile. Reads everything, so it takes its time on a large database.
 * @returns an empty list when the books are right.
 */
export function reconcile(dataSource: DataSource): Promise<Difference[]> {
  return unhurried(dataSource, (runner) =>
    runner.manager.transaction('REPEATABLE READ', async (db) => {
      await db.query('SET TRANSACTION READ ONLY');
      // Sums of millions of rows, once a day: with the usual few megabytes they would go through the disk.
      await db.query(`SET LOCAL work_mem = '128MB'`);
      return findDifferences(db);
    }),
  );
}

/** The same in the caller's transaction. */
export async function findDifferences(db: EntityManager): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const check of checks) found.push(...(await differencesOf(db, check)));
  return found;
}

async function differencesOf(db: EntityManager, { name, sql, takesChargedCodes }: Check): Promise<Difference[]> {
  const rows: Omit<Difference, 'check'>[] = await db.query(
    `SELECT subject, expected::text, actual::text FROM (${sql}) AS differences LIMIT ${maxListed}`,
    takesChargedCodes ? [chargedCodes] : [],
  );
  return rows.map((row) => ({ check: name, ...row }));
}

/** What the operator reads: `0 differences`, or one line for each. */
export function describeDifferences(differences: readonly Difference[]): string {
  const lines = differences.map(
    ({ check, subject, expected, actual }) => `${check}: ${subject}: expected ${expected}, found ${actual}`,
  );
  return [...lines, `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}`].join('\n');
}
