import { withTimeout } from '../promises';

const stopMs = 5_000;

/** Repeats work in the background, never concurrently. After a failure, it runs again as usual. */
export class PeriodicJob {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly work: () => Promise<void>,
    private readonly everyMs: number,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Starts at once, then `everyMs` after the end of each run. */
  start(): void {
    this.running = this.work()
      .catch(this.onError)
      .finally(() => {
        if (!this.stopped) this.timer = setTimeout(() => this.start(), this.everyMs).unref();
      });
  }

  /** Prevents further runs, and waits up to five seconds for the current one. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    if (this.running) await withTimeout(this.running, stopMs).catch(() => undefined);
  }
}

export type NamedJob = readonly [name: string, everyMs: number, work: () => Promise<void>];

/** Logs failures of jobs: the process's log, or the log of outages for jobs that need the database. */
interface FailureLog {
  warn(fields: { err: unknown }, message: string): void;
}

export class PeriodicJobs {
  private readonly jobs: readonly PeriodicJob[];

  constructor(failures: FailureLog, ...jobs: readonly NamedJob[]) {
    this.jobs = jobs.map(
      ([name, everyMs, work]) =>
        new PeriodicJob(work, everyMs, (error) => failures.warn({ err: error }, `${name} failed`)),
    );
  }

  start(): void {
    for (const job of this.jobs) job.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.jobs.map((job) => job.stop()));
  }
}
