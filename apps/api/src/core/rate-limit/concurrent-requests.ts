import type { ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '../../platform/config/env';

/** Counts the requests of each line of keys under way in this process: a shield against a stalled upstream, not a rate. */
@Injectable()
export class ConcurrentRequests {
  private readonly counts = new Map<number, number>();

  private readonly limit: number;

  constructor(@Inject(ENV) env: Pick<Env, 'MAX_CONCURRENT_PER_KEY'>) {
    this.limit = env.MAX_CONCURRENT_PER_KEY;
  }

  /** False when the line has too many under way. Otherwise the request counts until its response is closed. */
  enter(lineageId: number, response: Pick<ServerResponse, 'closed' | 'once'>): boolean {
    const count = this.counts.get(lineageId) ?? 0;
    if (count >= this.limit) return false;
    // A caller that is gone already closes nothing any more.
    if (response.closed) return true;
    this.counts.set(lineageId, count + 1);
    response.once('close', () => this.leave(lineageId));
    return true;
  }

  private leave(lineageId: number): void {
    const count = this.counts.get(lineageId)!;
    if (count > 1) this.counts.set(lineageId, count - 1);
    else this.counts.delete(lineageId);
  }
}
