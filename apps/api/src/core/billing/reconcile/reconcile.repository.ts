import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemCodes, problemRegistry } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import type { Db } from '../../../platform/database/db';
import { ledgerParts } from '../../../platform/database/distribution/distribution';
import type { Difference } from '../month-close/closed-month-checks';

export interface ReconcileRun {
  readonly at: Date;
  readonly differences: number;
}

export interface Check {
  readonly name: string;
  /** On a distributed ledger, the check runs separately for each shard. */
  readonly isByShard: boolean;
  /** Compares directory and ledger. On a distributed ledger, a commit becomes visible in one before the other. */
  readonly isOfBoth: boolean;
  readonly sql: string;
}

/** Reads the statements of a file. Each begins with `-- name: what holds when the statement selects nothing`. */
function checksIn(file: string): Check[] {
  const blocks = readFileSync(join(__dirname, file), 'utf8').trim().split('\n\n');
  return blocks.flatMap((sql) => {
    const [, name, how] = /^-- (\w+)(?:, (by shard|of both groups))?: /.exec(sql) ?? [];
    if (name === undefined) return [];
    return [{ name, isByShard: how === 'by shard', isOfBoth: how === 'of both groups', sql: sql.replace(/;$/, '') }];
  });
}

export const checks = [...checksIn('ledger-checks.sql'), ...checksIn('usage-checks.sql')];

/** How many differences of a check are listed. */
const maxListed = 100;

const chargedCodes = problemCodes.filter((code) => problemRegistry[code].charged !== 'never');

/** Ids of the first transfer of an open month, the first transfer in the database, and the first request in the log. */
interface Bounds {
  readonly open: string;
  readonly stored: string;
  readonly logged: string;
}

async function readBounds(db: Db): Promise<Bounds> {
  const [bounds] = await db.query(
    `SELECT first_open_transfer() AS open, first_stored_transfer() AS stored, coalesce(first_request_id((
       SELECT to_date(right(min(relname), 8), 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC'
       FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'ledger.usage_rows'::regclass
     )), 'ffffffff-ffff-ffff-ffff-ffffffffffff') AS logged`,
  );
  return bounds;
}

/** Runs the checks. The caller's transaction must read one snapshot, so that bounds and rows match. */
export async function findDifferences(db: Db, some: readonly Check[] = checks): Promise<Difference[]> {
  const parts = await ledgerParts(db);
  const bounds = await readBounds(db);
  const found: Difference[] = [];
  for (const { name, shard, sql } of some.flatMap((check) => partsOf(check, parts))) {
    const values: unknown[] = [];
    const inPart = shard === null ? sql : sql.replaceAll(/\/\* (.+? = ):shard \*\//g, `$1${shard}`);
    const bound = inPart.replace(/:(open|stored|logged|codes)\b/g, (_, of: keyof Bounds | 'codes') =>
      of === 'codes' ? `$${values.push(chargedCodes)}` : `$${values.push(bounds[of])}::uuid`,
    );
    const rows: Omit<Difference, 'check'>[] = await db.query(
      `SELECT subject, expected::text, actual::text FROM (${bound}) AS differences LIMIT ${maxListed}`,
      values,
    );
    found.push(...rows.map((row) => ({ check: name, ...row })));
  }
  return found;
}

function partsOf(check: Check, shards: readonly (number | null)[]) {
  return (check.isByShard ? shards : [null]).map((shard) => ({ ...check, shard }));
}

/** Makes the caller's transaction read-only, with memory for large reads. */
export async function prepareReading(db: Db): Promise<void> {
  await db.query('SET TRANSACTION READ ONLY');
  // With the default, sums of millions of rows would spill to disk.
  await db.query(`SET LOCAL work_mem = '128MB'`);
}

/** Waits for commits in progress. The transaction must not have read anything yet. */
export async function waitForCommits(db: Db): Promise<void> {
  await db.query('LOCK TABLE payments, top_up_keys, account_profiles IN SHARE MODE');
}

/** The runs of the daily reconciliation. */
@Injectable()
export class ReconcileRepository {
  async lastRun(db: Db): Promise<ReconcileRun | undefined> {
    const [run] = await db.query('SELECT at, differences FROM reconcile_runs ORDER BY at DESC LIMIT 1');
    return run;
  }

  async saveRun(db: Db, differences: number): Promise<void> {
    await db.query('INSERT INTO reconcile_runs (differences) VALUES ($1)', [differences]);
    await db.query('DELETE FROM reconcile_parts');
    await db.query(`DELETE FROM reconcile_runs WHERE at < now() - interval '400 days'`);
  }

  /** The parts that an interrupted run found correct in the last 12 hours. */
  async finishedParts(db: Db): Promise<string[]> {
    await db.query(`DELETE FROM reconcile_parts WHERE at < now() - interval '12 hours'`);
    const rows: { part: string }[] = await db.query('SELECT part FROM reconcile_parts');
    return rows.map(({ part }) => part);
  }

  async finishPart(db: Db, part: string): Promise<void> {
    await db.query('INSERT INTO reconcile_parts (part) VALUES ($1) ON CONFLICT DO NOTHING', [part]);
  }

  async isDue(db: Db): Promise<boolean> {
    const [{ due }] = await db.query(
      `SELECT NOT EXISTS (SELECT FROM reconcile_runs WHERE at > now() - interval '1 day') AS due`,
    );
    return due;
  }
}
