/** A group of those who wait, and how many of it may. */
export interface Queue {
  readonly group: string;
  readonly maxWaiting: number;
}

/** Runs a few tasks at once; the others wait in order, up to the bound of each queue that they are in. */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly lengths = new Map<string, number>();

  constructor(private readonly maxRunning: number) {}

  /** @param refuse makes the error for when too many are already waiting. */
  async run<T>(
    task: () => Promise<T>,
    queues: readonly Queue[] = [],
    refuse = () => new Error('too many wait'),
  ): Promise<T> {
    if (this.running >= this.maxRunning) {
      if (queues.some(({ group, maxWaiting }) => (this.lengths.get(group) ?? 0) >= maxWaiting)) throw refuse();
      for (const { group } of queues) this.count(group, 1);
      // The task that ends hands over its place, so `running` stays the same.
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
