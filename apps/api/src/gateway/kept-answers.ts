import { clock } from '../platform/clock';
import type { StoredAnswer } from './answer-segment';
import type { AnswerStore } from './answer-store';
import { maxAnswerAgeSeconds } from './directives';
import type { Outcome } from './outcome';
import type { ClaimedKey } from './repeats';
import { hashOf } from './text-hash';

export interface KeepingRules {
  /** How long an idempotency key holds. */
  readonly repeatSeconds: number;
  /** What a kept answer costs, of the price of a fresh one. */
  readonly pricePercent: number;
}

/** Media addresses must work for a while yet when an answer with them leaves. */
const mediaMarginMs = 300_000;
/** What was missing or private may be there soon. */
const missingMs = 60_000;

/**
 * Which charged answers an account may have again: by its idempotency key, and by what it asked for, where an answer of some age
 * will do. One is kept only when its own request asked for that.
 */
export class KeptAnswers {
  constructor(
    private readonly store: AnswerStore,
    private readonly rules: KeepingRules,
  ) {}

  ofKey(accountId: number, key: ClaimedKey): StoredAnswer | undefined {
    return this.store.find(accountId, key.hash, key.place);
  }

  recent(accountId: number, fingerprint: string, maxAgeSeconds: number): StoredAnswer | undefined {
    const id = `asked ${fingerprint}`;
    return this.store.find(accountId, id, hashOf(id), this.store.now() - maxAgeSeconds * 1_000);
  }

  /** Seconds since it was given, and for how many more it may be given again to those whom `maxAgeSeconds` will do. */
  ageOf({ atMs, untilMs }: StoredAnswer, maxAgeSeconds: number): { ageSeconds: number; ttlSeconds: number } {
    const nowMs = this.store.now();
    const freshUntilMs = Math.min(untilMs, atMs + maxAgeSeconds * 1_000);
    return { ageSeconds: Math.floor((nowMs - atMs) / 1_000), ttlSeconds: Math.floor((freshUntilMs - nowMs) / 1_000) };
  }

  /**
   * @param requestId the one that was charged
   * @param ageMs how long ago that was: a key holds no longer because its answer was fetched again
   */
  keepForRepeats(accountId: number, key: ClaimedKey, outcome: Outcome, requestId: string, ageMs = 0): void {
    const atMs = this.store.now();
    const untilMs = atMs + this.rules.repeatSeconds * 1_000 - ageMs;
    this.store.keep(accountId, key.hash, key.place, {
      outcome,
      fingerprint: key.fingerprint,
      requestId,
      atMs,
      untilMs,
    });
  }

  /** @param requestId the one that was charged */
  keepForAge(accountId: number, fingerprint: string, outcome: Outcome, requestId: string): void {
    const atMs = this.store.now();
    const untilMs = atMs + lifetimeMs(outcome);
    const id = `asked ${fingerprint}`;
    const hash = hashOf(id);
    // An earlier one may last longer: it must not come back when this one has expired.
    this.store.forget(accountId, id, hash);
    if (untilMs > atMs) this.store.keep(accountId, id, hash, { outcome, fingerprint, requestId, atMs, untilMs });
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
