import { setTimeout as sleep } from 'node:timers/promises';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { RateDecision } from './sliding-window';

/** Every limit is a number of requests per this time. */
export const windowMs = 1_000;

/** Clients that pace themselves come early by so much now and then: networks and timers are not exact. */
const patienceMs = 10;

/** Decides which requests of a line of keys are within its rate. Our guard of the throttler's asks it once a request. */
export abstract class RateStore implements ThrottlerStorage {
  /** Admits and records a request, or several together, or refuses them and records nothing. Never rejects. */
  abstract take(lineageId: number, limitPerSecond: number, requests?: number): Promise<RateDecision>;

  /**
   * Takes, but lets a request that comes a moment too early wait for its turn instead of refusing it: a client that sends
   * exactly at the limit, or steadily above it, is served the limit in full.
   */
  async admit(lineageId: number, limitPerSecond: number, requests = 1): Promise<RateDecision> {
    const decision = await this.take(lineageId, limitPerSecond, requests);
    if (decision.admitted || decision.waitMs > patienceMs) return decision;
    // Timers may fire up to a millisecond early.
    await sleep(Math.ceil(decision.waitMs) + 1);
    return this.take(lineageId, limitPerSecond, requests);
  }

  /**
   * {@link admit} as the throttler knows it.
   * @param key what is counted, a number in digits. @param _ttlMs always {@link windowMs}.
   */
  async increment(key: string, _ttlMs: number, limitPerSecond: number): ReturnType<ThrottlerStorage['increment']> {
    const { admitted, remaining, waitMs } = await this.admit(Number(key), limitPerSecond);
    const waitSeconds = Math.ceil(waitMs) / 1_000;
    return {
      totalHits: limitPerSecond - remaining + (admitted ? 0 : 1),
      timeToExpire: waitSeconds,
      isBlocked: !admitted,
      timeToBlockExpire: admitted ? 0 : waitSeconds,
    };
  }
}
