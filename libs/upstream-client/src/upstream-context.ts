import { AnswerTrust } from './answer-trust';
import { UpstreamFailure } from './failure';

/** Counts the bytes of responses in memory. An account may hold half of the limit, so its slow readers cannot use up all of it. */
export class BufferedBytes {
  bytes = 0;
  private readonly byAccount = new Map<number, number>();

  constructor(private readonly limit: number) {}

  /** @param bytes negative to release them @returns false, without counting them, if a limit would be exceeded */
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

/** How an attempt ended; these are the values of the metric's label. */
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

/** One attempt at the upstream, for the log and for traces. Times are on the monotonic clock. */
export interface Attempt {
  readonly request: string;
  readonly startedAtMs: number;
  /** When the attempt got a slot in its family's bulkhead, or stopped waiting for one. */
  connectedAtMs: number;
  /** Undefined if the attempt ended before it was sent. */
  sentAtMs: number | undefined;
  endedAtMs: number;
  outcome: AttemptOutcome | undefined;
  session: number | undefined;
}

/** The upstream side of one call: a deadline for all of its upstream requests, their timings, and cancellation. */
export class UpstreamContext {
  /** Milliseconds during which an upstream request was in flight or waited, for example for a slot or its retry. */
  upstreamMs = 0;
  readonly attempts: Attempt[] = [];
  readonly trust = new AnswerTrust();
  private callers = 1;
  private heldBytes = 0;
  private ended = false;
  private buffer: BufferedBytes | undefined;
  private busySinceMs = 0;
  private readonly deadlineAtMs: number;
  // An array: most contexts hold one entry, and a Set takes three times the memory.
  private readonly aborts: ((reason: UpstreamFailure) => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private abortedBy: UpstreamFailure | undefined;

  /** @param accountOf the account whose share of queues and memory the call uses; read when it uses them */
  constructor(
    readonly timeoutMs: number,
    private readonly accountOf = () => 0,
  ) {
    this.deadlineAtMs = performance.now() + timeoutMs;
  }

  get accountId(): number {
    return this.accountOf();
  }

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

  /** Calls `abort` when the deadline passes or the caller goes away, until {@link release}. */
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

  /** Runs `act` with a signal that aborts when the deadline passes or the caller goes away. */
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

  /** @param begin starts waiting and returns how to cancel @throws {UpstreamFailure} at the deadline or on abort */
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

  /** Adds a caller for a coalesced request. @returns false after the end, an abort, or half of the context's time */
  join(): boolean {
    if (this.ended || this.abortedBy || this.remainingMs < this.timeoutMs / 2) return false;
    this.callers += 1;
    return true;
  }

  /** Removes a caller. When the last caller leaves, everything in flight is aborted. */
  leave(reason?: UpstreamFailure): void {
    this.callers -= 1;
    if (this.callers > 0) return;
    if (reason) this.abort(reason);
    this.end();
  }

  /** Counts these bytes against the limits until {@link end}; afterwards does nothing. @returns false if a limit would be exceeded */
  hold(buffer: BufferedBytes, bytes: number): boolean {
    if (this.ended) return true;
    if (!buffer.add(bytes, this.accountId)) return false;
    this.buffer = buffer;
    this.heldBytes += bytes;
    return true;
  }

  /** Releases the counted bytes and aborts what is in flight. */
  end(): void {
    this.ended = true;
    if (this.aborts.length > 0) this.abort(new UpstreamFailure('aborted', 'the response is no longer needed'));
    this.buffer?.add(-this.heldBytes, this.accountId);
    this.heldBytes = 0;
  }

  abort(reason: UpstreamFailure): void {
    this.abortedBy ??= reason;
    clearTimeout(this.timer);
    for (const abort of [...this.aborts]) abort(reason);
  }
}
