import type { Response } from 'express';
import type { Env } from '../../platform/config/env';

/** A third of what a process takes on: one key that meets a stalled upstream leaves room for the others. */
export function maxConcurrentPerKey({ MAX_CONCURRENT_REQUESTS }: Pick<Env, 'MAX_CONCURRENT_REQUESTS'>): number {
  return Math.ceil(MAX_CONCURRENT_REQUESTS / 3);
}

/** Counts what is under way in this process of each id: of lines of keys, a shield against a stalled upstream, not a rate. */
export class ConcurrentRequests {
  private readonly counts = new Map<number, number>();

  constructor(private readonly limit: number) {}

  /**
   * False when too many are under way. Otherwise the request counts until its response is closed.
   * @param also is called then, too
   */
  enter(id: number, response: Pick<Response, 'destroyed' | 'once'>, also?: () => void): boolean {
    const count = this.counts.get(id) ?? 0;
    if (count >= this.limit) return false;
    // A caller that is gone already closes nothing any more.
    if (response.destroyed) return true;
    this.counts.set(id, count + 1);
    response.once('close', () => {
      this.leave(id);
      also?.();
    });
    return true;
  }

  private leave(id: number): void {
    const count = this.counts.get(id)!;
    if (count > 1) this.counts.set(id, count - 1);
    else this.counts.delete(id);
  }
}
