export interface Queue {
  readonly group: string;
  readonly maxWaiting: number;
}

/** Runs a few tasks at once. Further tasks wait in order, up to the limit of each of their queues. */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly lengths = new Map<string, number>();

  constructor(private readonly maxRunning: number) {}

  async run<T>(
    task: () => Promise<T>,
    queues: readonly Queue[] = [],
    refuse = () => new Error('too many tasks are waiting'),
  ): Promise<T> {
    if (this.running >= this.maxRunning) {
      if (queues.some(({ group, maxWaiting }) => (this.lengths.get(group) ?? 0) >= maxWaiting)) throw refuse();
      for (const { group } of queues) this.count(group, 1);
      // The finished task hands over its slot, so `running` stays the same.
      await new Promise<void>((resolve) => this.waiting.push(resolve));
      for (const { group } of queues) this.count(group, -1);
    } else this.running++;
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }

  private count(group: string, change: 1 | -1): void {
    const length = (this.lengths.get(group) ?? 0) + change;
    if (length === 0) this.lengths.delete(group);
    else this.lengths.set(group, length);
  }
}
