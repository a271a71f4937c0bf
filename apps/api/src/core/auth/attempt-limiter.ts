import { BoundedMap } from '../../platform/bounded-map';

export interface AttemptLimits {
  /** Failures without a delay. */
  readonly free: number;
  /** Delay after the first failure beyond those; it doubles with each further one. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** A subject is forgiven this long after its last failure, or after its delay if that ends later. */
  readonly forgetAfterMs: number;
}

interface Failures {
  count: number;
  lastMs: number;
  blockedUntilMs: number;
}

/** Bounds memory whatever an attacker does: beyond this, the subject that failed first is forgotten. */
const maxSubjects = 20_000;

/**
 * Slows down guessing: each failure beyond the free ones makes a subject, such as an address, wait twice as long.
 * Attempts that are refused while waiting are not counted. Counts are this process's own. Times are on any one clock.
 */
export class AttemptLimiter {
  private readonly failures = new BoundedMap<string, Failures>(maxSubjects);

  constructor(private readonly limits: AttemptLimits) {}

  /** Whole seconds until the subject may try again; 0 if it may now. */
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
