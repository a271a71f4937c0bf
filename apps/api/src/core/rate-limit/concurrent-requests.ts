import type { Response } from 'express';
import type { Env } from '../../platform/config/env';

/** A third of the process: one key that meets a stalled upstream leaves capacity for others. */
export function maxConcurrentPerKey({ MAX_CONCURRENT_REQUESTS }: Pick<Env, 'MAX_CONCURRENT_REQUESTS'>): number {
  return Math.ceil(MAX_CONCURRENT_REQUESTS / 3);
}

/** Limits concurrent requests per key family and process, against a stalled upstream. It is no rate limit. */
export class ConcurrentRequests {
  private readonly counts = new Map<number, number>();

  constructor(private readonly limit: number) {}

  /**
   * Counts a request until its response closes.
   * @param also called then too
   * @returns false when too many requests are in progress
   */
  enter(id: number, response: Pick<Response, 'destroyed' | 'once'>, also?: () => void): boolean {
    const count = this.counts.get(id) ?? 0;
    if (count >= this.limit) return false;
    // The caller has left, so there will be no `close` event.
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
