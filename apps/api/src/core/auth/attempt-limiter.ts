import { BoundedMap } from '../../platform/bounded-map';

export interface AttemptLimits {
  /** Failures without a delay. The next failure causes the first delay, and each further one doubles it. */
  readonly free: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** A subject is forgotten this long after its last failure or, if later, after the end of its delay. */
  readonly forgetAfterMs: number;
}

interface Failures {
  count: number;
  lastMs: number;
  blockedUntilMs: number;
}

/** Bounds the memory under attack. The oldest subject is evicted first. */
const maxSubjects = 20_000;

/** Slows down guessing: each failure beyond the free ones doubles a subject's delay. Times are in milliseconds. */
export class AttemptLimiter {
  private readonly failures = new BoundedMap<string, Failures>(maxSubjects);

  constructor(private readonly limits: AttemptLimits) {}

  secondsToWait(subject: string, nowMs: number): number {
    const known = this.failures.get(subject);
    return known ? Math.max(0, Math.ceil((known.blockedUntilMs - nowMs) / 1_000)) : 0;
  }

  fail(subject: string, nowMs: number): void {
    const { free, firstDelayMs, maxDelayMs } = this.limits;
    const known = this.remembered(subject, nowMs) ?? this.begin(subject);
    known.count++;
    known.lastMs = nowMs;
    const excess = known.count - free;
    if (excess > 0) known.blockedUntilMs = nowMs + Math.min(maxDelayMs, firstDelayMs * 2 ** (excess - 1));
  }

  private remembered(subject: string, nowMs: number): Failures | undefined {
    const known = this.failures.get(subject);
    const forgotten = known && nowMs - Math.max(known.lastMs, known.blockedUntilMs) > this.limits.forgetAfterMs;
    return forgotten ? undefined : known;
  }

  private begin(subject: string): Failures {
    this.failures.delete(subject);
    const fresh = { count: 0, lastMs: 0, blockedUntilMs: 0 };
    this.failures.set(subject, fresh);
    return fresh;
  }
}
