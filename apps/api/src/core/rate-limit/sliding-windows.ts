import { SlidingWindow } from './sliding-window';

/**
 * The windows of the keys that are in use. They live in two generations: one that nobody asked for in the time of a whole
 * window holds nothing any more and goes with the older generation, so that memory follows the keys in use, without a scan.
 */
export class SlidingWindows {
  private current = new Map<number, SlidingWindow>();
  private previous = new Map<number, SlidingWindow>();
  private turnedAtMs = Number.NEGATIVE_INFINITY;
  private longestWindowMs = 0;

  /** The window of a key, which looks back at most `windowMs`. @param nowMs on a monotonic clock. */
  of(keyId: number, windowMs: number, nowMs: number): SlidingWindow {
    this.longestWindowMs = Math.max(this.longestWindowMs, windowMs);
    if (nowMs - this.turnedAtMs >= this.longestWindowMs) this.turn(nowMs);
    return this.current.get(keyId) ?? this.revive(keyId);
  }

  get size(): number {
    return this.current.size + this.previous.size;
  }

  private revive(keyId: number): SlidingWindow {
    const window = this.previous.get(keyId) ?? new SlidingWindow();
    this.previous.delete(keyId);
    this.current.set(keyId, window);
    return window;
  }

  private turn(nowMs: number): void {
    this.previous = this.current;
    this.current = new Map();
    this.turnedAtMs = nowMs;
  }
}
