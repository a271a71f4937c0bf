export interface RateDecision {
  readonly admitted: boolean;
  /** Requests that the line may make at once after this one. */
  readonly remaining: number;
  /** Milliseconds until it may make one more than that; more than 0. */
  readonly waitMs: number;
}

/**
 * The times of the last admitted requests of one line of keys, in a ring. Exact: in no span of the window's length, wherever it
 * begins, are more than the limit admitted, and as soon as one leaves the window the next is let in. A refused request
 * leaves no trace. Times come from a monotonic clock.
 */
export class SlidingWindow {
  /** Its length is a power of two and follows the requests seen, not the limit. */
  private timesMs = new Float64Array(16);
  private oldest = 0;
  private count = 0;

  /** @param requests so many together, or none of them. More than the limit are never admitted. */
  take(limit: number, windowMs: number, nowMs: number, requests = 1): RateDecision {
    this.forgetPast(windowMs, nowMs);
    // Several must leave before those are let in that are many, or where the limit was lowered a moment ago.
    const leaving = Math.min(this.count, Math.max(0, this.count + requests - limit));
    const admitted = this.count + requests <= limit;
    if (admitted) this.note(windowMs, nowMs, requests);
    // Subtracted first: a sum of clock times is rounded, and a wait of exactly one second would show as two.
    const waitMs = this.count === 0 ? windowMs : windowMs - (nowMs - this.timeMs(Math.max(0, leaving - 1)));
    return { admitted, remaining: Math.max(0, limit - this.count), waitMs };
  }

  /** Records requests that were admitted, here or elsewhere. */
  note(windowMs: number, nowMs: number, requests = 1): void {
    this.forgetPast(windowMs, nowMs);
    for (let request = 0; request < requests; request++) this.append(nowMs);
  }

  private timeMs(place: number): number {
    return this.timesMs[(this.oldest + place) & (this.timesMs.length - 1)]!;
  }

  private forgetPast(windowMs: number, nowMs: number): void {
    while (this.count > 0 && nowMs - this.timeMs(0) >= windowMs) {
      this.oldest = (this.oldest + 1) & (this.timesMs.length - 1);
      this.count--;
    }
  }

  private append(timeMs: number): void {
    if (this.count === this.timesMs.length) this.grow();
    this.timesMs[(this.oldest + this.count) & (this.timesMs.length - 1)] = timeMs;
    this.count++;
  }

  private grow(): void {
    const grown = new Float64Array(this.timesMs.length * 2);
    for (let i = 0; i < this.count; i++) grown[i] = this.timeMs(i);
    this.timesMs = grown;
    this.oldest = 0;
  }
}

/**
 * The windows of the lines in use, in two generations. A window that was not used for its whole length is empty and goes with
 * the older generation: memory follows the lines in use, without a scan.
 */
export class SlidingWindows {
  private current = new Map<number, SlidingWindow>();
  private previous = new Map<number, SlidingWindow>();
  private turnedAtMs = Number.NEGATIVE_INFINITY;
  private maxWindowMs = 0;

  /** The window of a line, which looks back at most `windowMs`. @param nowMs on a monotonic clock. */
  of(lineageId: number, windowMs: number, nowMs: number): SlidingWindow {
    this.maxWindowMs = Math.max(this.maxWindowMs, windowMs);
    if (nowMs - this.turnedAtMs >= this.maxWindowMs) this.turn(nowMs);
    return this.current.get(lineageId) ?? this.revive(lineageId);
  }

  get size(): number {
    return this.current.size + this.previous.size;
  }

  private revive(lineageId: number): SlidingWindow {
    const window = this.previous.get(lineageId) ?? new SlidingWindow();
    this.previous.delete(lineageId);
    this.current.set(lineageId, window);
    return window;
  }

  private turn(nowMs: number): void {
    this.previous = this.current;
    this.current = new Map();
    this.turnedAtMs = nowMs;
  }
}
