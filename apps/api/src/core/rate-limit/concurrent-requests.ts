import type { Response } from 'express';
import type { Env } from '../../platform/config/env';

/** A third of the process's limit: a key whose upstream requests stall leaves capacity for others. */
export function maxConcurrentPerKey({ MAX_CONCURRENT_REQUESTS }: Pick<Env, 'MAX_CONCURRENT_REQUESTS'>): number {
  return Math.ceil(MAX_CONCURRENT_REQUESTS / 3);
}

/** Limits concurrent requests per id, such as a key family, in this process. It does not limit their rate. */
export class ConcurrentRequests {
  private readonly counts = new Map<number, number>();

  constructor(private readonly limit: number) {}

  /**
   * Counts a request until its response closes.
   * @param onClose called when the response closes
   * @returns false when too many requests are in progress
   */
  enter(id: number, response: Pick<Response, 'destroyed' | 'once'>, onClose?: () => void): boolean {
    const count = this.counts.get(id) ?? 0;
    if (count >= this.limit) return false;
    // The caller has left, so there will be no `close` event.
    if (response.destroyed) return true;
    this.counts.set(id, count + 1);
    response.once('close', () => {
      this.leave(id);
      onClose?.();
    });
    return true;
  }

  private leave(id: number): void {
    const count = this.counts.get(id)!;
    if (count > 1) this.counts.set(id, count - 1);
    else this.counts.delete(id);
  }
}
