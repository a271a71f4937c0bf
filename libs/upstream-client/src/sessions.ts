import { BoundPassed, UpstreamFailure } from './failure';
import { FairQueue } from './fair-queue';
import { identityOf, Session, type SessionSettings, type SessionState } from './session';
import type { UpstreamContext } from './upstream-context';

/** For the operator's log. It never holds what a session consists of. */
export interface SessionChange {
  /** Place in the file, from 1 on. */
  readonly session: number;
  readonly sessions: number;
  readonly state: SessionState;
  readonly reason?: string;
  readonly restSeconds?: number;
}

/** What the upstream refused a session, and when it had been asked. */
export interface SessionRefusal {
  readonly session: Session;
  /** What was asked for. */
  readonly about: string;
  readonly sentAtMs: number;
  readonly reason: string;
  readonly blame: Blame;
}

/**
 * Whether a refusal is the session's fault: `own`, because nothing was asked yet, or because too much was asked whatever it was; `doubtful`,
 * because what was asked for may cause it, and a caller chooses that.
 */
export type Blame = 'own' | 'rate' | 'doubtful';

/**
 * The operator's sessions in turn, each at its own rate. One that the upstream refuses two different things in a row rests, longer each
 * time, and is taken for dead in the end: whoever asks for one thing that is always refused stops nobody else. A rate rests it at once,
 * but one thing no second session. Requests that find every session at its rate wait in a line, account by account.
 */
export class SessionPool {
  private sessions: readonly Session[] = [];
  private next = 0;
  private readonly line = new FairQueue<(session: Session | undefined) => void>();
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
    return this.line.length;
  }

  get proxies(): ReadonlySet<string | undefined> {
    return new Set(this.sessions.map(({ proxy }) => proxy));
  }

  /** How many are not resting. */
  healthy(): number {
    return this.countByState().ready;
  }

  countByState(): Record<SessionState, number> {
    const nowMs = this.now();
    const counts = { ready: 0, resting: 0, dead: 0 };
    for (const session of this.sessions) counts[session.state(nowMs)] += 1;
    return counts;
  }

  /** Takes over a new list; what is known of sessions with the same headers stays known. */
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

  /** A session whose turn it is; none of `except` as long as another one is there. @throws {UpstreamFailure} when all rest or are dead. */
  async take(context: UpstreamContext, except: readonly Session[] = []): Promise<Session> {
    const session = this.line.length === 0 ? this.takeReady(except) : undefined;
    if (session) return session;
    this.requireAwake();
    return this.wait(context);
  }

  refuse(refusal: SessionRefusal): void {
    const { session, about, sentAtMs, reason } = refusal;
    if (refusal.blame === 'doubtful' && session.succeededAtMs > sentAtMs) return;
    const isProven = this.isProven(refusal);
    if (refusal.blame !== 'own') session.doubt = { about, sentAtMs };
    if (!isProven) return;
    const nowMs = this.now();
    const restMs = session.refuse(sentAtMs, nowMs);
    if (restMs === undefined || !this.sessions.includes(session)) return;
    const state = session.state(nowMs);
    this.tell(session, { state, reason, ...(state === 'resting' && { restSeconds: restMs / 1_000 }) });
  }

  accept(session: Session, sentAtMs: number): void {
    if (session.accept(sentAtMs)) this.tell(session, { state: 'ready' });
  }

  /** @throws {UpstreamFailure} that says when the first one wakes. */
  requireAwake(): void {
    const nowMs = this.now();
    let wakesAtMs = Number.POSITIVE_INFINITY;
    for (const session of this.sessions) {
      const state = session.state(nowMs);
      if (state === 'ready') return;
      if (state === 'resting') wakesAtMs = Math.min(wakesAtMs, session.restingUntilMs);
    }
    const seconds = wakesAtMs === Number.POSITIVE_INFINITY ? 3_600 : Math.ceil((wakesAtMs - nowMs) / 1_000);
    throw new UpstreamFailure('retry_later', 'every session rests or is dead', Math.max(1, seconds));
  }

  close(): void {
    clearTimeout(this.timer);
  }

  /** Whether another one is awake. */
  hasOthers(than: readonly Session[]): boolean {
    const nowMs = this.now();
    return this.sessions.some((session) => !than.includes(session) && session.state(nowMs) === 'ready');
  }

  private isProven({ session, about, blame }: SessionRefusal): boolean {
    if (blame === 'own') return true;
    if (session.doubt) return session.doubt.about !== about;
    return blame === 'rate' && !this.sessions.some(({ doubt }) => doubt?.about === about);
  }

  private tell(session: Session, change: Omit<SessionChange, 'session' | 'sessions'>): void {
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
        this.line.add(accountId, done);
        this.scheduleServing();
        return () => this.line.remove(accountId, done);
      });
    } catch (error) {
      if (!(error instanceof UpstreamFailure) || error.kind !== 'timeout') throw error;
      throw new BoundPassed('waiting_ms', 'every session was at its rate until the deadline', 'retry_later');
    }
    if (session) return session;
    this.requireAwake();
    return this.take(context);
  }

  /** Gives sessions to those that wait; when none is left awake, all of them are told. */
  private serve(): void {
    const isOver = this.healthy() === 0;
    while (this.line.length > 0) {
      const session = isOver ? undefined : this.takeReady();
      if (!session && !isOver) break;
      this.line.take()!(session);
    }
    this.scheduleServing();
  }

  private scheduleServing(): void {
    if (this.timer || this.line.length === 0) return;
    const nowMs = this.now();
    const awake = this.sessions.filter((session) => session.state(nowMs) === 'ready');
    const waitMs = Math.min(1_000, ...awake.map(({ availableAtMs }) => availableAtMs - nowMs));
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        this.serve();
      },
      Math.max(1, waitMs),
    );
  }
}
