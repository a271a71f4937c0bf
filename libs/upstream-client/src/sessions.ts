import { LimitExceeded, UpstreamFailure } from './failure';
import { FairQueue } from './fair-queue';
import { identityOf, Session, type SessionSettings, type SessionState } from './session';
import type { UpstreamContext } from './upstream-context';

/** For the operator's log; never contains the headers of a session. */
export interface SessionChange {
  readonly session: number;
  readonly sessions: number;
  readonly state: SessionState;
  readonly reason?: string;
  readonly cooldownSeconds?: number;
}

export interface SessionRefusal {
  readonly session: Session;
  readonly about: string;
  readonly sentAtMs: number;
  readonly reason: string;
  readonly blame: Blame;
}

/** Cause of a refusal: `own`, the session's proxy; `rate`, too many requests; `ambiguous`, session or resource. */
export type Blame = 'own' | 'rate' | 'ambiguous';

/**
 * Hands out the operator's sessions round-robin, each at its own rate. A session cools down, longer each time, when two
 * different resources are refused in a row, so a caller who keeps requesting one refused resource disables no session.
 * A rate limit starts a cooldown at once, but for one session per resource only; an unreachable proxy always does.
 * The tenth cooldown in a row disables the session. While every session is at its rate, requests wait in a fair queue.
 */
export class SessionPool {
  private sessions: readonly Session[] = [];
  private next = 0;
  private readonly queue = new FairQueue<(session: Session | undefined) => void>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    settings: readonly SessionSettings[],
    private readonly now: () => number = () => performance.now(),
    private readonly onChange: (change: SessionChange) => void = () => undefined,
  ) {
    this.replace(settings);
  }

  get size(): number {
    return this.sessions.length;
  }

  get waiting(): number {
    return this.queue.length;
  }

  get proxies(): ReadonlySet<string | undefined> {
    return new Set(this.sessions.map(({ proxy }) => proxy));
  }

  healthy(): number {
    return this.countByState().ready;
  }

  countByState(): Record<SessionState, number> {
    const nowMs = this.now();
    const counts = { ready: 0, resting: 0, dead: 0 };
    for (const session of this.sessions) counts[session.state(nowMs)] += 1;
    return counts;
  }

  /** Takes a new list; sessions with the same headers keep their state. */
  replace(settings: readonly SessionSettings[]): void {
    const known = new Map<string, Session[]>();
    for (const session of this.sessions) known.set(session.identity, [...(known.get(session.identity) ?? []), session]);
    this.sessions = settings.map((one, index) => {
      const session = known.get(identityOf(one))?.shift() ?? new Session(one, index + 1);
      session.position = index + 1;
      session.configure(one);
      return session;
    });
    if (settings.length === 0) this.sessions = [new Session({ headers: {} }, 1, false)];
    this.serve();
  }

  /** Takes a free session outside `except`, or else waits for any. @throws {UpstreamFailure} if none is ready in time */
  async take(context: UpstreamContext, except: readonly Session[] = []): Promise<Session> {
    const session = this.queue.length === 0 ? this.takeReady(except) : undefined;
    if (session) return session;
    this.requireReady();
    return this.wait(context);
  }

  /** Records a refusal and starts a cooldown if it proves that the session is at fault. */
  refuse(refusal: SessionRefusal): void {
    const { session, about, sentAtMs, reason } = refusal;
    if (refusal.blame === 'ambiguous' && session.succeededAtMs > sentAtMs) return;
    const isProven = this.isProven(refusal);
    if (refusal.blame !== 'own') session.unproven = { about, sentAtMs };
    if (!isProven) return;
    const nowMs = this.now();
    const cooldownMs = session.refuse(sentAtMs, nowMs);
    if (cooldownMs === undefined || !this.sessions.includes(session)) return;
    const state = session.state(nowMs);
    this.report(session, { state, reason, ...(state === 'resting' && { cooldownSeconds: cooldownMs / 1_000 }) });
  }

  /** Records a success. @param sentAtMs when the request was sent, on the monotonic clock */
  accept(session: Session, sentAtMs: number): void {
    if (session.accept(sentAtMs)) this.report(session, { state: 'ready' });
  }

  /** @throws {UpstreamFailure} with the time until the first session is ready again */
  requireReady(): void {
    const nowMs = this.now();
    let readyAtMs = Number.POSITIVE_INFINITY;
    for (const session of this.sessions) {
      const state = session.state(nowMs);
      if (state === 'ready') return;
      if (state === 'resting') readyAtMs = Math.min(readyAtMs, session.coolingUntilMs);
    }
    const seconds = readyAtMs === Number.POSITIVE_INFINITY ? 3_600 : Math.ceil((readyAtMs - nowMs) / 1_000);
    throw new UpstreamFailure('retry_later', 'every session is cooling down or disabled', Math.max(1, seconds));
  }

  close(): void {
    clearTimeout(this.timer);
  }

  hasOtherReady(than: readonly Session[]): boolean {
    const nowMs = this.now();
    return this.sessions.some((session) => !than.includes(session) && session.state(nowMs) === 'ready');
  }

  private isProven({ session, about, blame }: SessionRefusal): boolean {
    if (blame === 'own') return true;
    if (session.unproven) return session.unproven.about !== about;
    return blame === 'rate' && !this.sessions.some(({ unproven }) => unproven?.about === about);
  }

  private report(session: Session, change: Omit<SessionChange, 'session' | 'sessions'>): void {
    this.onChange({ session: session.position, sessions: this.size, ...change });
  }

  private takeReady(except: readonly Session[] = []): Session | undefined {
    const { sessions } = this;
    const nowMs = this.now();
    for (let step = 0; step < sessions.length; step++) {
      const at = (this.next + step) % sessions.length;
      const session = sessions[at]!;
      if (session.availableAtMs > nowMs || session.state(nowMs) !== 'ready' || except.includes(session)) continue;
      this.next = at + 1;
      session.use(nowMs);
      return session;
    }
    return undefined;
  }

  private async wait(context: UpstreamContext): Promise<Session> {
    const { accountId } = context;
    let session: Session | undefined;
    try {
      session = await context.wait<Session | undefined>((done) => {
        this.queue.add(accountId, done);
        this.scheduleServing();
        return () => this.queue.remove(accountId, done);
      });
    } catch (error) {
      if (!(error instanceof UpstreamFailure) || error.kind !== 'timeout') throw error;
      throw new LimitExceeded('waiting_ms', 'every session was at its rate until the deadline', 'retry_later');
    }
    if (session) return session;
    this.requireReady();
    return this.take(context);
  }

  /** Hands sessions to waiting requests; if no session is ready, fails all of these requests. */
  private serve(): void {
    const noneReady = this.healthy() === 0;
    while (this.queue.length > 0) {
      const session = noneReady ? undefined : this.takeReady();
      if (!session && !noneReady) break;
      this.queue.take()!(session);
    }
    this.scheduleServing();
  }

  private scheduleServing(): void {
    if (this.timer || this.queue.length === 0) return;
    const nowMs = this.now();
    const ready = this.sessions.filter((session) => session.state(nowMs) === 'ready');
    const waitMs = Math.min(1_000, ...ready.map(({ availableAtMs }) => availableAtMs - nowMs));
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        this.serve();
      },
      Math.max(1, waitMs),
    );
  }
}
