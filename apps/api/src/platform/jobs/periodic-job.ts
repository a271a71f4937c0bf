import type { Logger } from 'pino';
import { withTimeout } from '../promises';

const stopMs = 5_000;

/** Work that is done again and again in the background: never twice at once, and a failure only waits for the next time. */
export class PeriodicJob {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly work: () => Promise<void>,
    private readonly everyMs: number,
    private readonly onFault: (error: unknown) => void,
  ) {}

  /** Begins at once; afterwards `everyMs` lie between the end of one run and the beginning of the next. */
  start(): void {
    this.running = this.work()
      .catch(this.onFault)
      .finally(() => {
        if (!this.stopped) this.timer = setTimeout(() => this.start(), this.everyMs).unref();
      });
  }

  /** Resolves when a run that is under way has ended, or has not in five seconds; none begins any more. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    if (this.running) await withTimeout(this.running, stopMs).catch(() => undefined);
  }
}

/** What is done, how long it rests afterwards, and the work; a failure is logged under the name. */
export type NamedJob = readonly [name: string, everyMs: number, work: () => Promise<void>];

/** What a module does in the background. */
export class PeriodicJobs {
  private readonly jobs: readonly PeriodicJob[];

  constructor(logger: Logger, ...jobs: readonly NamedJob[]) {
    this.jobs = jobs.map(
      ([name, everyMs, work]) =>
        new PeriodicJob(work, everyMs, (error) => logger.warn({ err: error }, `${name} failed`)),
    );
  }

  start(): void {
    for (const job of this.jobs) job.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.jobs.map((job) => job.stop()));
  }
}
