import { clock } from '../platform/clock';
import type { UpstreamResult } from './answers/upstream-result';
import { maxAnswerAgeSeconds } from './request-options';
import type { CachedResponse, ResponseStore } from './response-store';

export interface CacheRules {
  /** How long an idempotency key is valid. */
  readonly repeatSeconds: number;
  /** The price of a cached response, in percent of the full price. */
  readonly pricePercent: number;
}

export interface ReplayKey {
  readonly scopeId: number;
  readonly hash: string;
  readonly fingerprint: string;
}

/** The media URLs of a cached response stay valid for at least this long. */
const mediaMarginMs = 300_000;
/** How long a problem is cached. Short, because a missing object may appear soon. */
const missingMs = 60_000;

/** Stores the responses that an account may get again, by idempotency key (replay) or by `max-age`. */
export class ResponseCache {
  constructor(
    private readonly store: ResponseStore,
    private readonly rules: CacheRules,
  ) {}

  getReplay({ scopeId, hash }: ReplayKey): CachedResponse | undefined {
    return this.trusted(scopeId, `key ${hash}`);
  }

  getCached(accountId: number, fingerprint: string, maxAgeSeconds: number): CachedResponse | undefined {
    const cached = this.trusted(accountId, `request ${fingerprint}`);
    return cached && cached.atMs >= this.store.now() - maxAgeSeconds * 1_000 ? cached : undefined;
  }

  /** The age of a response, and for how many more seconds it satisfies `maxAgeSeconds`. */
  ageOf({ atMs, untilMs }: CachedResponse, maxAgeSeconds: number): { ageSeconds: number; ttlSeconds: number } {
    const nowMs = this.store.now();
    const freshUntilMs = Math.min(untilMs, atMs + maxAgeSeconds * 1_000);
    return { ageSeconds: Math.floor((nowMs - atMs) / 1_000), ttlSeconds: Math.floor((freshUntilMs - nowMs) / 1_000) };
  }

  /**
   * @param requestId the request that was charged
   * @param ageMs time since that charge. It shortens the storage time, so that a replay does not extend the key.
   */
  setReplay({ scopeId, hash, fingerprint }: ReplayKey, result: UpstreamResult, requestId: string, ageMs = 0): void {
    const atMs = this.store.now();
    const untilMs = atMs + this.rules.repeatSeconds * 1_000 - ageMs;
    this.store.set(scopeId, `key ${hash}`, { result, fingerprint, requestId, atMs, untilMs });
  }

  setCached(accountId: number, fingerprint: string, result: UpstreamResult, requestId: string): void {
    const atMs = this.store.now();
    const untilMs = atMs + lifetimeMs(result);
    const cached = { result, fingerprint, requestId, atMs, untilMs };
    this.store.set(accountId, `request ${fingerprint}`, cached);
  }

  /** A response that may belong to another request must not be returned again. */
  private trusted(accountId: number, name: string): CachedResponse | undefined {
    const cached = this.store.get(accountId, name);
    return cached?.result.trust?.isLost ? undefined : cached;
  }

  priceOf(priceMicros: bigint): bigint {
    return (priceMicros * BigInt(this.rules.pricePercent)) / 100n;
  }
}

function lifetimeMs({ problem, mediaExpiresAtSeconds = Number.POSITIVE_INFINITY }: UpstreamResult): number {
  if (problem) return missingMs;
  return Math.min(maxAnswerAgeSeconds * 1_000, mediaExpiresAtSeconds * 1_000 - mediaMarginMs - clock.wallMs());
}
