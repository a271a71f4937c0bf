import { clock } from '../platform/clock';
import type { UpstreamResult } from './answers/upstream-result';
import { maxAnswerAgeSeconds } from './request-options';
import type { CachedResponse, ResponseStore } from './response-store';

export interface CacheRules {
  /** How long an idempotency key holds. */
  readonly repeatSeconds: number;
  /** What a cached response costs, of the price of a fresh one. */
  readonly pricePercent: number;
}

/** An idempotency key, and what its request asks for. */
export interface ReplayKey {
  readonly sharerId: number;
  readonly hash: string;
  readonly fingerprint: string;
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

  getReplay({ sharerId, hash }: ReplayKey): CachedResponse | undefined {
    return this.store.get(sharerId, `key ${hash}`);
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
   * @param ageMs how long ago that was: a key holds no longer because its response was fetched again
   */
  setReplay({ sharerId, hash, fingerprint }: ReplayKey, result: UpstreamResult, requestId: string, ageMs = 0): void {
    const atMs = this.store.now();
    const untilMs = atMs + this.rules.repeatSeconds * 1_000 - ageMs;
    this.store.set(sharerId, `key ${hash}`, { result, fingerprint, requestId, atMs, untilMs });
  }

  /** @param requestId the one that was charged */
  setRecent(accountId: number, fingerprint: string, result: UpstreamResult, requestId: string): void {
    const atMs = this.store.now();
    const untilMs = atMs + lifetimeMs(result);
    const cached = { result, fingerprint, requestId, atMs, untilMs };
    this.store.set(accountId, `asked ${fingerprint}`, cached);
  }

  priceOf(priceMicros: bigint): bigint {
    return (priceMicros * BigInt(this.rules.pricePercent)) / 100n;
  }
}

function lifetimeMs({ problem, mediaExpiresAtSeconds = Number.POSITIVE_INFINITY }: UpstreamResult): number {
  if (problem) return missingMs;
  return Math.min(maxAnswerAgeSeconds * 1_000, mediaExpiresAtSeconds * 1_000 - mediaMarginMs - clock.wallMs());
}
