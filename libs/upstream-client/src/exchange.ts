import { UpstreamFailure } from './failure';

/**
 * What one caller's request spends at the upstream: a deadline for all of its upstream requests together,
 * the time they took, and a way to give them up when the caller goes away.
 */
export class Exchange {
  /** Milliseconds during which at least one of its requests was under way. */
  upstreamMs = 0;
  private busySince = 0;
  private readonly deadlineAtMs: number;
  private readonly aborts = new Set<(reason: UpstreamFailure) => void>();
  private timer: NodeJS.Timeout | undefined;
  private abortedBy: UpstreamFailure | undefined;

  constructor(readonly timeoutMs: number) {
    this.deadlineAtMs = performance.now() + timeoutMs;
  }

  get remainingMs(): number {
    return this.deadlineAtMs - performance.now();
  }

  /** Calls `abort` when the deadline passes or the caller goes away, until it is released. */
  guard(abort: (reason: UpstreamFailure) => void): void {
    if (this.abortedBy) {
      abort(this.abortedBy);
      return;
    }
    if (this.aborts.size === 0) this.busySince = performance.now();
    this.aborts.add(abort);
    this.timer ??= setTimeout(() => this.abort(new UpstreamFailure('timeout', 'deadline passed')), this.remainingMs);
  }

  release(abort: (reason: UpstreamFailure) => void): void {
    if (!this.aborts.delete(abort) || this.aborts.size > 0) return;
    this.upstreamMs += performance.now() - this.busySince;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  abort(reason: UpstreamFailure): void {
    this.abortedBy ??= reason;
    clearTimeout(this.timer);
    for (const abort of this.aborts) abort(reason);
  }
}
