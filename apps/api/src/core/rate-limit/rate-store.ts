import { setTimeout as sleep } from 'node:timers/promises';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { clock } from '../../platform/clock';

/** Every limit is a number of requests per this time. */
export const windowMs = 1_000;

/** A request may come so much too early: networks and timers are not exact. */
const toleranceMs = 10;

export interface RateDecision {
  readonly admitted: boolean;
  /** Requests that may be made at once after this one. */
  readonly remaining: number;
  /** Milliseconds until one more than that may be made; more than 0. */
  readonly waitMs: number;
}

/** Decides which requests of a key and its rotations are within its rate. */
export abstract class RateStore implements ThrottlerStorage {
  /** Admits and records a request, or several together, or refuses them and records nothing. Never rejects. */
  abstract take(keyFamilyId: number, limitPerSecond: number, requests?: number): Promise<RateDecision>;

  /**
   * Takes, but lets a request that comes a moment too early wait instead of refusing it: a client that sends exactly at the limit, or
   * steadily above it, is served the limit in full.
   */
  async admit(keyFamilyId: number, limitPerSecond: number, requests = 1): Promise<RateDecision> {
    const decision = await this.take(keyFamilyId, limitPerSecond, requests);
    if (decision.admitted || decision.waitMs > toleranceMs) return decision;
    // Timers may fire up to a millisecond early.
    await sleep(Math.ceil(decision.waitMs) + 1);
    return this.take(keyFamilyId, limitPerSecond, requests);
  }

  /**
   * {@link admit} as the interface of the throttler has it.
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

/** Keeps rates in memory. Of several processes, each enforces its share of every limit: together they never exceed it. */
export class LocalRateStore extends RateStore {
  private readonly windows = new SlidingWindows();

  /** @param processes how many API processes there are. @param nowMs a monotonic clock. */
  constructor(
    private readonly processes: { readonly count: number },
    private readonly nowMs: () => number = () => clock.nowMs(),
  ) {
    super();
  }

  override async take(keyFamilyId: number, limitPerSecond: number, requests = 1): Promise<RateDecision> {
    const { count } = this.processes;
    const share = Math.floor(limitPerSecond / count);
    // A share below one request a second is one request in several seconds.
    const spanMs = share >= 1 ? windowMs : Math.ceil(count / limitPerSecond) * windowMs;
    const nowMs = this.nowMs();
    return this.windows.of(keyFamilyId, spanMs, nowMs).take(Math.max(1, share), spanMs, nowMs, requests);
  }

  /** Records requests that Redis admitted, in case the next decision has to be made here. */
  note(keyFamilyId: number, requests = 1): void {
    const nowMs = this.nowMs();
    this.windows.of(keyFamilyId, windowMs, nowMs).note(windowMs, nowMs, requests);
  }
}

/**
 * The times of the admitted requests. Exact: no span of the window's length, wherever it begins, holds more than the limit, and as
 * soon as a request leaves the window the next is admitted. A refused request is not recorded. Times come from a monotonic clock.
 */
export class SlidingWindow {
  /** Oldest first. */
  private readonly timesMs: number[] = [];

  /** @param requests so many together, or none of them. More than the limit are never admitted. */
  take(limit: number, windowMs: number, nowMs: number, requests = 1): RateDecision {
    this.dropOld(windowMs, nowMs);
    const { length } = this.timesMs;
    // Several must leave before those are admitted that are many, or where the limit was lowered a moment ago.
    const leaving = Math.min(length, Math.max(0, length + requests - limit));
    const admitted = length + requests <= limit;
    if (admitted) this.note(windowMs, nowMs, requests);
    const next = this.timesMs[Math.max(0, leaving - 1)];
    // Subtracted first: a sum of clock times is rounded, and a wait of exactly one second would show as two.
    const waitMs = next === undefined ? windowMs : windowMs - (nowMs - next);
    return { admitted, remaining: Math.max(0, limit - this.timesMs.length), waitMs };
  }

  /** Records requests that were admitted, here or elsewhere. */
  note(windowMs: number, nowMs: number, requests = 1): void {
    this.dropOld(windowMs, nowMs);
    for (let request = 0; request < requests; request++) this.timesMs.push(nowMs);
  }

  private dropOld(windowMs: number, nowMs: number): void {
    const kept = this.timesMs.findIndex((timeMs) => nowMs - timeMs < windowMs);
    if (kept !== 0) this.timesMs.splice(0, kept < 0 ? this.timesMs.length : kept);
  }
}

/**
 * The windows in use, in two generations. A window that was not used for its whole length is empty and goes with the older
 * generation: memory follows the keys in use, without a scan.
 */
export class SlidingWindows {
  private current = new Map<number, SlidingWindow>();
  private previous = new Map<number, SlidingWindow>();
  private turnedAtMs = Number.NEGATIVE_INFINITY;
  private maxWindowMs = 0;

  /** The window of a key and its rotations, which looks back at most `windowMs`. @param nowMs on a monotonic clock. */
  of(keyFamilyId: number, windowMs: number, nowMs: number): SlidingWindow {
    this.maxWindowMs = Math.max(this.maxWindowMs, windowMs);
    if (nowMs - this.turnedAtMs >= this.maxWindowMs) {
      this.previous = this.current;
      this.current = new Map();
      this.turnedAtMs = nowMs;
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
