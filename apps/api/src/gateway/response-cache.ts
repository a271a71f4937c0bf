import { clock } from '../platform/clock';
import { maxAnswerAgeSeconds } from './directives';
import type { Outcome } from './outcome';
import type { ClaimedKey } from './repeats';
import type { CachedResponse, ResponseStore } from './response-store';

export interface CacheRules {
  /** How long an idempotency key holds. */
  readonly repeatSeconds: number;
  /** What a cached response costs, of the price of a fresh one. */
  readonly pricePercent: number;
}

/** Media URLs must work for a while yet when a cached response with them leaves. */
const mediaMarginMs = 300_000;
/** What was missing or private may be there soon. */
const missingMs = 60_000;

/**
 * The charged responses that an account may have again: replays of an idempotency key, and answers of a certain age. A response
 * is cached only when its own request asked for that.
 */
export class ResponseCache {
  constructor(
    private readonly store: ResponseStore,
    private readonly rules: CacheRules,
  ) {}

  getReplay(accountId: number, { hash }: ClaimedKey): CachedResponse | undefined {
    return this.store.get(accountId, `key ${hash}`);
  }

  getRecent(accountId: number, fingerprint: string, maxAgeSeconds: number): CachedResponse | undefined {
    const cached = this.store.get(accountId, `asked ${fingerprint}`);
    return cached && cached.atMs >= this.store.now() - maxAgeSeconds * 1_000 ? cached : undefined;
  }

  /** Seconds since it was given, and for how many more it may be given again to those whom `maxAgeSeconds` will do. */
  ageOf({ atMs, untilMs }: CachedResponse, maxAgeSeconds: number): { ageSeconds: number; ttlSeconds: number } {
    const nowMs = this.store.now();
    const freshUntilMs = Math.min(untilMs, atMs + maxAgeSeconds * 1_000);
    return { ageSeconds: Math.floor((nowMs - atMs) / 1_000), ttlSeconds: Math.floor((freshUntilMs - nowMs) / 1_000) };
  }

  /**
   * @param requestId the one that was charged
   * @param ageMs how long ago that was: a key holds no longer because its answer was fetched again
   */
  setReplay(
    accountId: number,
    { hash, fingerprint }: ClaimedKey,
    outcome: Outcome,
    requestId: string,
    ageMs = 0,
  ): void {
    const atMs = this.store.now();
    const untilMs = atMs + this.rules.repeatSeconds * 1_000 - ageMs;
    this.store.set(accountId, `key ${hash}`, { outcome, fingerprint, requestId, atMs, untilMs });
  }

  /** @param requestId the one that was charged */
  setRecent(accountId: number, fingerprint: string, outcome: Outcome, requestId: string): void {
    const atMs = this.store.now();
    const untilMs = atMs + lifetimeMs(outcome);
    const cached = { outcome, fingerprint, requestId, atMs, untilMs };
    this.store.set(accountId, `asked ${fingerprint}`, cached);
  }

  priceOf(priceMicros: bigint): bigint {
    return (priceMicros * BigInt(this.rules.pricePercent)) / 100n;
  }
}

function lifetimeMs({ answer }: Outcome): number {
  if (!answer) return missingMs;
  const { mediaExpiresAtSeconds = Number.POSITIVE_INFINITY } = answer;
  return Math.min(maxAnswerAgeSeconds * 1_000, mediaExpiresAtSeconds * 1_000 - mediaMarginMs - clock.wallMs());
}
