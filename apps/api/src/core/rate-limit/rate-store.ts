import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { clock } from '../../platform/clock';

export const windowMs = 1_000;

/** How much too early a request may arrive, because networks and timers are inexact. */
const toleranceMs = 10;

export interface RateDecision {
  readonly admitted: boolean;
  readonly remaining: number;
  /** Milliseconds, above 0: if refused, until the requests may fit; if admitted, until `remaining` grows. */
  readonly waitMs: number;
}

/** The counter of whoever has no id: 48 bits of a hash, which a JavaScript number holds. */
export const counterOf = (name: string | Buffer): number => createHash('sha256').update(name).digest().readUIntBE(0, 6);

/** Decides which requests of a key family are within its rate. */
export abstract class RateStore implements ThrottlerStorage {
  /** Admits and records the requests, all or none. The promise never rejects. */
  abstract take(keyFamilyId: number, limitPerSecond: number, requests?: number): Promise<RateDecision>;

  /** Like {@link take}, but delays a slightly early request, so that a client can use its whole limit. */
  async admit(keyFamilyId: number, limitPerSecond: number, requests = 1): Promise<RateDecision> {
    const decision = await this.take(keyFamilyId, limitPerSecond, requests);
    if (decision.admitted || decision.waitMs > toleranceMs) return decision;
    // Timers may fire up to a millisecond early.
    await sleep(Math.ceil(decision.waitMs) + 1);
    return this.take(keyFamilyId, limitPerSecond, requests);
  }

  /** {@link admit} for the throttler: `key` is the key family's id, `_ttlMs` always {@link windowMs}. */
  async increment(
    key: string,
    _ttlMs: number,
    limitPerSecond: number,
  ): Promise<Awaited<ReturnType<ThrottlerStorage['increment']>> & RateDecision> {
    const decision = await this.admit(Number(key), limitPerSecond);
    const { admitted, remaining, waitMs } = decision;
    const waitSeconds = Math.ceil(waitMs) / 1_000;
    return {
      ...decision,
      totalHits: limitPerSecond - remaining + (admitted ? 0 : 1),
      timeToExpire: waitSeconds,
      isBlocked: !admitted,
      timeToBlockExpire: admitted ? 0 : waitSeconds,
    };
  }
}

/** Counts in memory. Each of several processes enforces its share of a limit, so on average they do not exceed it together. */
export class LocalRateStore extends RateStore {
  private readonly windows = new SlidingWindows();

  constructor(
    private readonly processes: { readonly count: number },
    private readonly nowMs: () => number = () => clock.nowMs(),
  ) {
    super();
  }

  override async take(keyFamilyId: number, limitPerSecond: number, requests = 1): Promise<RateDecision> {
    const { count } = this.processes;
    const share = Math.floor(limitPerSecond / count);
    // Less than one request per second becomes one request in several seconds.
    const spanMs = share >= 1 ? windowMs : Math.ceil(count / limitPerSecond) * windowMs;
    const nowMs = this.nowMs();
    return this.windows.of(keyFamilyId, spanMs, nowMs).take(Math.max(1, share), spanMs, nowMs, requests);
  }

  /** Records requests that Redis admitted, in case this process must decide without Redis next. */
  record(keyFamilyId: number, requests = 1): void {
    const nowMs = this.nowMs();
    this.windows.of(keyFamilyId, windowMs, nowMs).record(windowMs, nowMs, requests);
  }
}

/** The times of admitted requests. The limit is exact: it holds for every span of `windowMs`, whenever it begins. */
export class SlidingWindow {
  private readonly timesMs: number[] = [];

  /** Admits all requests or none. Never admits more requests than the limit. */
  take(limit: number, windowMs: number, nowMs: number, requests = 1): RateDecision {
    this.dropOld(windowMs, nowMs);
    const { length } = this.timesMs;
    // Several requests must leave first when several want to enter, or when the limit was lowered.
    const leaving = Math.min(length, Math.max(0, length + requests - limit));
    const admitted = length + requests <= limit;
    if (admitted) this.record(windowMs, nowMs, requests);
    const next = this.timesMs[Math.max(0, leaving - 1)];
    // `next + windowMs` would be rounded: a wait of one second could become slightly longer, and be shown as two.
    const waitMs = next === undefined ? windowMs : windowMs - (nowMs - next);
    return { admitted, remaining: Math.max(0, limit - this.timesMs.length), waitMs };
  }

  /** Records requests that were admitted elsewhere. */
  record(windowMs: number, nowMs: number, requests = 1): void {
    this.dropOld(windowMs, nowMs);
    for (let request = 0; request < requests; request++) this.timesMs.push(nowMs);
  }

  private dropOld(windowMs: number, nowMs: number): void {
    const firstInWindow = this.timesMs.findIndex((timeMs) => nowMs - timeMs < windowMs);
    if (firstInWindow !== 0) this.timesMs.splice(0, firstInWindow < 0 ? this.timesMs.length : firstInWindow);
  }
}

/** The windows in use, in two generations. Unused windows expire with the older generation, without a scan. */
export class SlidingWindows {
  private current = new Map<number, SlidingWindow>();
  private previous = new Map<number, SlidingWindow>();
  private rotatedAtMs = Number.NEGATIVE_INFINITY;
  private maxWindowMs = 0;

  /** A key family's window, which is retained for at least `windowMs`. `nowMs` is on a monotonic clock. */
  of(keyFamilyId: number, windowMs: number, nowMs: number): SlidingWindow {
    this.maxWindowMs = Math.max(this.maxWindowMs, windowMs);
    if (nowMs - this.rotatedAtMs >= this.maxWindowMs) {
      this.previous = this.current;
      this.current = new Map();
      this.rotatedAtMs = nowMs;
    }
    const window = this.current.get(keyFamilyId) ?? this.previous.get(keyFamilyId) ?? new SlidingWindow();
    this.previous.delete(keyFamilyId);
    this.current.set(keyFamilyId, window);
    return window;
  }

  get size(): number {
    return this.current.size + this.previous.size;
  }
}
