import type { ThrottlerStorage } from '@nestjs/throttler';
import type { RateDecision } from './rate-decision';

/** Every limit is a number of requests per this time. */
export const windowMs = 1_000;

type ThrottlerRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Decides which requests of a key are within its rate. One and the same limit across all routes. */
export abstract class RateStore implements ThrottlerStorage {
  /** Admits and records one request, or refuses it and records nothing. Never rejects. A promise only where others are asked. */
  abstract take(keyId: number, limitPerSecond: number): RateDecision | Promise<RateDecision>;

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
