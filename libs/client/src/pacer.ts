/** More than the window: requests do not all travel equally long. */
const slack = 1.05;

/** Keeps to the rate that the key was told with its last answer: so many requests in so many seconds. */
export class Pacer {
  #limit = 10;
  #windowMs = 1_000 * slack;
  #pausedUntilMs = 0;
  /** When the last requests were sent, at most as many as the limit. */
  readonly #sentMs: number[] = [];
  readonly #nowMs: () => number;

  constructor(nowMs = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** 0 when a request may be sent now, which is noted; else how long to wait before asking again. */
  take(): number {
    const nowMs = this.#nowMs();
    const first = this.#sentMs.at(-this.#limit) ?? Number.NEGATIVE_INFINITY;
    const waitMs = Math.max(this.#pausedUntilMs, first + this.#windowMs) - nowMs;
    if (waitMs > 0) return waitMs;
    this.#sentMs.push(nowMs);
    this.#sentMs.splice(0, this.#sentMs.length - this.#limit);
    return 0;
  }

  /** @param policy RateLimit-Policy of an answer: `"key";q=10;w=1` */
  learn(policy: string | null): void {
    const [, limit, seconds] = /;q=([1-9]\d*);w=([1-9]\d*)/.exec(policy ?? '') ?? [];
    if (!limit) return;
    this.#limit = Number(limit);
    this.#windowMs = Number(seconds) * 1_000 * slack;
  }

  /** After a refusal: of all calls, because the rate is that of the key. */
  pause(ms: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#nowMs() + ms);
  }
}
