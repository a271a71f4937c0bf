// The pacer's window is longer than the service's, because requests do not all take the same time to arrive.
const slack = 1.05;

/** Delays requests to stay within the key's rate limit, as reported by the last response. */
export class Pacer {
  #limit = 10;
  #windowMs = 1_000 * slack;
  #pausedUntilMs = 0;
  readonly #sentMs: number[] = [];
  readonly #nowMs: () => number;

  constructor(nowMs = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Reserves a request if it may be sent now. @returns 0, or else the milliseconds to wait before the next `take()` */
  take(): number {
    const nowMs = this.#nowMs();
    const first = this.#sentMs.at(-this.#limit) ?? Number.NEGATIVE_INFINITY;
    const waitMs = Math.max(this.#pausedUntilMs, first + this.#windowMs) - nowMs;
    if (waitMs > 0) return waitMs;
    this.#sentMs.push(nowMs);
    this.#sentMs.splice(0, this.#sentMs.length - this.#limit);
    return 0;
  }

  /** @param policy `RateLimit-Policy` of a response, such as `"key";q=10;w=1` */
  learn(policy: string | null): void {
    const [, limit, seconds] = /;q=([1-9]\d*);w=([1-9]\d*)/.exec(policy ?? '') ?? [];
    if (!limit) return;
    this.#limit = Number(limit);
    this.#windowMs = Number(seconds) * 1_000 * slack;
  }

  /** Delays all requests after a 429, because the limit applies to the key. */
  pause(ms: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#nowMs() + ms);
  }
}
