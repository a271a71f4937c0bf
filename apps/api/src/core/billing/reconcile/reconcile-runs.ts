import type { DataSource } from 'typeorm';
import type { Difference } from './check';
import { reconcile } from './reconcile';

export interface ReconcileRun {
  readonly at: Date;
  readonly differences: number;
}

/** Any fixed number: the lock that lets one process check the books while its siblings pass. */
const runLock = 7_305_016;

/** Checks the books once a day, in one of the processes, and remembers what came of it. */
export class ReconcileRuns {
  /** What this process has heard last. */
  latest: ReconcileRun | undefined;

  constructor(private readonly dataSource: DataSource) {}

  /** The last run of any process; undefined when there was none. */
  async last(): Promise<ReconcileRun | undefined> {
    const [run] = await this.dataSource.query('SELECT at, differences FROM reconcile_runs ORDER BY at DESC LIMIT 1');
    this.latest = run;
    return run;
  }

  /** Checks the books and remembers the result. */
  async run(): Promise<readonly Difference[]> {
    const differences = await reconcile(this.dataSource);
    await this.dataSource.query('INSERT INTO reconcile_runs (differences) VALUES ($1)', [differences.length]);
    await this.last();
    return differences;
  }

  /** Runs when nobody has for a day. */
  async runWhenDue(): Promise<readonly Difference[]> {
    const lock = this.dataSource.createQueryRunner();
    try {
      const [{ mine }] = await lock.query('SELECT pg_try_advisory_lock($1) AS mine', [runLock]);
      if (!mine) return [];
      try {
        const [{ due }] = await lock.query(
          `SELECT NOT EXISTS (SELECT FROM reconcile_runs WHERE at > now() - interval '1 day') AS due`,
        );
        await this.last();
        return due ? await this.run() : [];
      } finally {
        await lock.query('SELECT pg_advisory_unlock($1)', [runLock]);
      }
    } finally {
      await lock.release();
    }
  }
}
