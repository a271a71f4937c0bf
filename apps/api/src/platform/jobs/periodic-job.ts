import { inTime } from './promises';

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
    if (this.running) await inTime(this.running, stopMs).catch(() => undefined);
  }
}
