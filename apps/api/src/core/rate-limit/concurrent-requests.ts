import type { ServerResponse } from 'node:http';

/** Counts the requests of each key that are under way in this process: a shield against a stalled upstream, not a rate. */
export class ConcurrentRequests {
  private readonly counts = new Map<number, number>();

  constructor(private readonly limitPerKey: number) {}

  /** False when the key has too many under way. Otherwise the request counts until its response is closed. */
  enter(keyId: number, response: Pick<ServerResponse, 'destroyed' | 'once'>): boolean {
    const count = this.counts.get(keyId) ?? 0;
    if (count >= this.limitPerKey) return false;
    // A caller that is gone already closes nothing any more.
    if (response.destroyed) return true;
    this.counts.set(keyId, count + 1);
    response.once('close', () => this.leave(keyId));
    return true;
  }

  private leave(keyId: number): void {
    const count = this.counts.get(keyId)!;
    if (count > 1) this.counts.set(keyId, count - 1);
    else this.counts.delete(keyId);
  }
}
