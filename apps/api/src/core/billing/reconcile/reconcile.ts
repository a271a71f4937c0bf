import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { ENV, type Env } from '../../../platform/config/env';
import { advisoryLocks, tryWithLock } from '../../../platform/database/advisory-lock';
import { withLongStatements } from '../../../platform/database/data-source';
import type { Difference } from '../month-close/closed-month-checks';
import { checkClosedMonth } from '../month-close/closed-month-checks';
import { ClosedMonthsRepository } from '../month-close/closed-months.repository';
import {
  type Check,
  checks,
  findDifferences,
  prepareReading,
  ReconcileRepository,
  type ReconcileRun,
  waitForCommits,
} from './reconcile.repository';

type Part = readonly [name: string, find: () => Promise<Difference[]>];

interface Progress {
  readonly finished: ReadonlySet<string>;
  finish(part: string): Promise<void>;
}

/**
 * Recomputes every balance from its entries and every total from its rows, finds double and missing charges, and
 * verifies closed months and their exports. Charging may continue: each comparison reads one snapshot. Reads the whole
 * ledger, which takes a long time on a large database.
 * @returns the differences; empty when the ledger is correct
 */
export function reconcile(
  dataSource: DataSource,
  exportDirectory?: string,
  progress: Progress = { finished: new Set(), finish: async () => undefined },
): Promise<Difference[]> {
  return withLongStatements(dataSource, async (runner) => {
    const found: Difference[] = [];
    for (const [name, find] of await partsOf(runner, exportDirectory)) {
      if (progress.finished.has(name)) continue;
      const differences = await find();
      found.push(...differences);
      // A resumed run checks a part with differences again, because they may have been repaired.
      if (differences.length === 0) await progress.finish(name);
    }
    return found;
  });
}

async function partsOf(runner: QueryRunner, exportDirectory: string | undefined): Promise<Part[]> {
  const ofOpenMonths = checks.map((check): Part => [check.name, () => differencesOf(runner, check)]);
  const closed = await new ClosedMonthsRepository().list(runner);
  const ofClosedMonths = closed.map(
    (month, index): Part => [
      `closed ${month.month}`,
      () => checkClosedMonth(runner, month, closed[index - 1], exportDirectory),
    ],
  );
  return [...ofOpenMonths, ...ofClosedMonths];
}

/**
 * Runs a check in one snapshot. A check that compares the tables of accounts and keys with those of the ledger runs again
 * after a difference, once the pending transactions have been committed.
 */
async function differencesOf(runner: QueryRunner, check: Check): Promise<Difference[]> {
  const runCheck = (isAfterCommits: boolean) =>
    runner.manager.transaction('REPEATABLE READ', async (db) => {
      await prepareReading(db);
      if (isAfterCommits) await waitForCommits(db);
      return findDifferences(db, [check]);
    });
  const found = await runCheck(false);
  return found.length > 0 && check.isOfBoth ? runCheck(true) : found;
}

/** One line per difference, then their number. */
export function describeDifferences(differences: readonly Difference[]): string {
  const lines = differences.map(
    ({ check, subject, expected, actual }) => `${check}: ${subject}: expected ${expected}, found ${actual}`,
  );
  return [...lines, `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}`].join('\n');
}

/** Reconciles once a day, in one of the processes, and stores the result. */
@Injectable()
export class ReconcileRuns {
  latest: ReconcileRun | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly runs: ReconcileRepository,
    @Inject(ENV) private readonly env: Pick<Env, 'LEDGER_EXPORT_DIR'>,
  ) {}

  async last(): Promise<ReconcileRun | undefined> {
    this.latest = await this.runs.lastRun(this.dataSource);
    return this.latest;
  }

  /** Runs all checks. With `progress`, skips the checks that passed in an interrupted run. */
  async run(progress?: Progress): Promise<readonly Difference[]> {
    const differences = await reconcile(this.dataSource, this.env.LEDGER_EXPORT_DIR, progress);
    await this.runs.saveRun(this.dataSource, differences.length);
    await this.last();
    return differences;
  }

  /** Runs if the last run of any process is a day old, and resumes an interrupted run. */
  async runWhenDue(): Promise<readonly Difference[]> {
    let differences: readonly Difference[] = [];
    const lock = this.dataSource.createQueryRunner();
    try {
      await tryWithLock(lock, advisoryLocks.reconcile, async () => {
        const isDue = await this.runs.isDue(lock);
        await this.last();
        if (!isDue) return;
        differences = await this.run({
          finished: new Set(await this.runs.finishedParts(lock)),
          finish: (part) => this.runs.finishPart(lock, part),
        });
      });
    } finally {
      await lock.release();
    }
    return differences;
  }
}
