import { setTimeout as sleep } from 'node:timers/promises';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { RateDecision } from './rate-decision';

/** Every limit is a number of requests per this time. */
export const windowMs = 1_000;

/** Clients that pace themselves come early by so much now and then: networks and timers are not exact. */
const patienceMs = 10;

type ThrottlerRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Decides which requests of a key are within its rate. One and the same limit across all routes. */
export abstract class RateStore implements ThrottlerStorage {
  /** Admits and records one request, or refuses it and records nothing. Never rejects. A promise only where others are asked. */
  abstract take(keyId: number, limitPerSecond: number): RateDecision | Promise<RateDecision>;

  /**
   * Like {@link take}, but lets a request that comes a moment too early wait for its turn instead of refusing it, so that
   * whoever sends exactly at the limit, or steadily above it, is served the limit in full.
   */
  takeOrWait(keyId: number, limitPerSecond: number): RateDecision | Promise<RateDecision> {
    const decision = this.take(keyId, limitPerSecond);
    if (decision instanceof Promise) return decision.then((outcome) => this.waitFor(outcome, keyId, limitPerSecond));
    return this.waitFor(decision, keyId, limitPerSecond);
  }

  private waitFor(decision: RateDecision, keyId: number, limitPerSecond: number): RateDecision | Promise<RateDecision> {
    if (decision.admitted || decision.waitMs > patienceMs) return decision;
    return this.takeAfter(decision.waitMs, keyId, limitPerSecond);
  }

  private async takeAfter(waitMs: number, keyId: number, limitPerSecond: number): Promise<RateDecision> {
    // Timers may fire up to a millisecond early.
    await sleep(Math.ceil(waitMs) + 1);
    return this.take(keyId, limitPerSecond);
  }

  /** The throttler package's way to ask the same. @param keyId digits. The window is always one second. */
  async increment(keyId: string, _ttlMs: number, limitPerSecond: number): Promise<ThrottlerRecord> {
    const { admitted, remaining, waitMs } = await this.take(Number(keyId), limitPerSecond);
    const waitSeconds = Math.ceil(waitMs / 1_000);
    return {
      totalHits: limitPerSecond - remaining + (admitted ? 0 : 1),
      timeToExpire: waitSeconds,
      isBlocked: !admitted,
      timeToBlockExpire: admitted ? 0 : waitSeconds,
    };
  }
}
