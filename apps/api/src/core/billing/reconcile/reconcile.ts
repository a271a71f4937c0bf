import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { advisoryLocks, unlessLocked } from '../../../platform/database/advisory-lock';
import { unhurried } from '../../../platform/database/data-source';
import {
  type Difference,
  findDifferences,
  prepareReading,
  ReconcileRepository,
  type ReconcileRun,
} from './reconcile.repository';

/**
 * Recomputes every balance from its entries and every total from its rows, and looks for requests that were charged twice or
 * answered uncharged. One snapshot: charges may go on meanwhile. Reads everything, so it takes its time on a large database.
 * @returns an empty list when the books are right.
 */
export function reconcile(dataSource: DataSource): Promise<Difference[]> {
  return unhurried(dataSource, (runner) =>
    runner.manager.transaction('REPEATABLE READ', async (db) => {
      await prepareReading(db);
      return findDifferences(db);
    }),
  );
}

/** What the operator reads: `0 differences`, or one line for each. */
export function describeDifferences(differences: readonly Difference[]): string {
  const lines = differences.map(
    ({ check, subject, expected, actual }) => `${check}: ${subject}: expected ${expected}, found ${actual}`,
  );
  return [...lines, `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}`].join('\n');
}

/** Checks the books once a day, in one of the processes, and remembers what came of it. */
@Injectable()
export class ReconcileRuns {
  latest: ReconcileRun | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly runs: ReconcileRepository,
  ) {}

  /** The last run of any process; undefined when there was none. */
  async last(): Promise<ReconcileRun | undefined> {
    this.latest = await this.runs.lastRun(this.dataSource);
    return this.latest;
  }

  async run(): Promise<readonly Difference[]> {
    const differences = await reconcile(this.dataSource);
    await this.runs.saveRun(this.dataSource, differences.length);
    await this.last();
    return differences;
  }

  /** Runs when nobody has for a day. */
  async runWhenDue(): Promise<readonly Difference[]> {
    let differences: readonly Difference[] = [];
    const lock = this.dataSource.createQueryRunner();
    try {
      await unlessLocked(lock, advisoryLocks.reconcile, async () => {
        const isDue = await this.runs.isDue(lock);
        await this.last();
        if (isDue) differences = await this.run();
      });
    } finally {
      await lock.release();
    }
    return differences;
  }
}
