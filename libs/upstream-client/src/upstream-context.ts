import { UpstreamFailure } from './failure';

/** Bytes of answers that are in memory, of all calls. One account, whose callers may read slowly, has at most half of them. */
export class BufferedBytes {
  bytes = 0;
  private readonly byAccount = new Map<number, number>();

  constructor(private readonly limit: number) {}

  /** @param bytes fewer than 0 for those that are no longer in memory. @returns false, and counts none, where there is no room */
  add(bytes: number, accountId: number): boolean {
    const all = this.bytes + bytes;
    const ofAccount = (this.byAccount.get(accountId) ?? 0) + bytes;
    if (bytes > 0 && (all > this.limit || ofAccount > this.limit / 2)) return false;
    this.bytes = all;
    if (ofAccount > 0) this.byAccount.set(accountId, ofAccount);
    else this.byAccount.delete(accountId);
    return true;
  }
}

/** How an attempt ended, as the metrics have it. */
export type AttemptOutcome =
  | 'ok'
  | 'missing'
  | 'failed'
  | 'timeout'
  | 'refused'
  | 'gated'
  | 'unusable'
  | 'aborted'
  | 'not_asked';

/** What became of one attempt at the upstream, on the monotonic clock: for the log and for traces. */
export interface Attempt {
  readonly request: string;
  readonly startedAtMs: number;
  /** When it had its turn: later than the start when it had to wait for a connection. */
  connectedAtMs: number;
  /** Undefined when it was given up while it waited. */
  sentAtMs: number | undefined;
  endedAtMs: number;
  outcome: AttemptOutcome | undefined;
  /** Place of its session in the file. */
  session: number | undefined;
}

/**
 * What one caller's request spends at the upstream: a deadline for all of its upstream requests together,
 * the time they took, and a way to give them up when the caller goes away.
 */
export class UpstreamContext {
  /** Milliseconds during which at least one of its requests was under way. */
  upstreamMs = 0;
  /** Whose request it is: accounts take turns where something is scarce. */
  accountId = 0;
  readonly attempts: Attempt[] = [];
  private callers = 1;
  private heldBytes = 0;
  private ended = false;
  private buffer: BufferedBytes | undefined;
  private busySinceMs = 0;
  private readonly deadlineAtMs: number;
  /** An array: most have one, once, for which a Set takes three times the memory. */
  private readonly aborts: ((reason: UpstreamFailure) => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private abortedBy: UpstreamFailure | undefined;

  constructor(readonly timeoutMs: number) {
    this.deadlineAtMs = performance.now() + timeoutMs;
  }

  /** All its callers have left. */
  get hasEnded(): boolean {
    return this.ended;
  }

  get remainingMs(): number {
    return this.deadlineAtMs - performance.now();
  }

  beginAttempt(request: string, startedAtMs: number): Attempt {
    const attempt: Attempt = {
      request,
      startedAtMs,
      connectedAtMs: startedAtMs,
      sentAtMs: undefined,
      endedAtMs: startedAtMs,
      outcome: undefined,
      session: undefined,
    };
    this.attempts.push(attempt);
    return attempt;
  }

  /** Calls `abort` when the deadline passes or the caller goes away, until it is released. */
  guard(abort: (reason: UpstreamFailure) => void): void {
    if (this.abortedBy) {
      abort(this.abortedBy);
      return;
    }
    const nowMs = performance.now();
    if (this.aborts.length === 0) this.busySinceMs = nowMs;
    this.aborts.push(abort);
    this.timer ??= setTimeout(
      () => this.abort(new UpstreamFailure('timeout', 'deadline passed')),
      this.deadlineAtMs - nowMs,
    );
  }

  release(abort: (reason: UpstreamFailure) => void): void {
    const place = this.aborts.indexOf(abort);
    if (place < 0) return;
    this.aborts.splice(place, 1);
    if (this.aborts.length > 0) return;
    this.upstreamMs += performance.now() - this.busySinceMs;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Does what the signal aborts when the deadline passes or the caller goes away. */
  async during<T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const aborting = new AbortController();
    const abort = (reason: UpstreamFailure) => aborting.abort(reason);
    this.guard(abort);
    try {
      return await act(aborting.signal);
    } finally {
      this.release(abort);
    }
  }

  /** Waits until `begin` says so, or fails when the deadline passes or the caller goes away; `begin` returns how to give up. */
  wait<T>(begin: (done: (value: T) => void) => () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const abort = (reason: UpstreamFailure): void => {
        cancel();
        this.release(abort);
        reject(reason);
      };
      const cancel = begin((value) => {
        this.release(abort);
        resolve(value);
      });
      this.guard(abort);
    });
  }

  /** Another caller wants the same. @returns false when it is given up, or more than half of its time is over. */
  join(): boolean {
    if (this.ended || this.abortedBy || this.remainingMs < this.timeoutMs / 2) return false;
    this.callers += 1;
    return true;
  }

  /** A caller has its answer, or went away for a `reason`; when the last one leaves, what is under way is given up. */
  leave(reason?: UpstreamFailure): void {
    this.callers -= 1;
    if (this.callers > 0) return;
    if (reason) this.abort(reason);
    this.end();
  }

  /** Counts bytes that are kept in memory until {@link end}. @returns false when there is no room for them. */
  hold(buffer: BufferedBytes, bytes: number): boolean {
    if (this.ended) return true;
    if (!buffer.add(bytes, this.accountId)) return false;
    this.buffer = buffer;
    this.heldBytes += bytes;
    return true;
  }

  /** The answer has left, or will not: what is still under way is given up. */
  end(): void {
    this.ended = true;
    if (this.aborts.length > 0) this.abort(new UpstreamFailure('aborted', 'the answer is not wanted any more'));
    this.buffer?.add(-this.heldBytes, this.accountId);
    this.heldBytes = 0;
  }

  abort(reason: UpstreamFailure): void {
    this.abortedBy ??= reason;
    clearTimeout(this.timer);
    for (const abort of [...this.aborts]) abort(reason);
  }
}
