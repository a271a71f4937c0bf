import { ask, type Target } from './ask';
import type { Asked, BreakerState } from './breaker';
import { SessionRefused, ThingRefused } from './classify';
import { Dispatchers } from './dispatchers';
import { type Bound, BoundPassed, type FailureKind, NotConnected, type Subject, UpstreamFailure } from './failure';
import { Families, type Family } from './families';
import type { UpstreamRequest } from './request';
import { type DocumentIds, defaultDocumentIds } from './requests/graphql';
import type { Session, SessionSettings } from './session';
import { type SessionChange, SessionPool, type SessionRefusal } from './sessions';
import { type Attempt, type AttemptOutcome, BufferedBytes, type UpstreamContext } from './upstream-context';

export interface UpstreamOptions {
  baseUrl: string;
  /** Sent in turn; none at all is allowed. */
  sessions?: readonly SessionSettings[] | undefined;
  onSessionChange?: ((change: SessionChange) => void) | undefined;
  documentIds?: Partial<DocumentIds> | undefined;
  /** Largest body that is accepted, before and after decompression. */
  maxBodyBytes?: number;
  /** Of all bodies that are in memory. */
  maxBufferedBytes?: number;
  /** Requests that may be under way at once; each family has an equal part. */
  connections?: number;
  /** How long a connection may take to be there, TLS and proxy included. */
  connectTimeoutMs?: number | undefined;
  /** Requests of one family that may wait for their turn; those of one account may be half of it. */
  maxWaiting?: number;
  /** The monotonic clock, and chance: tests bring their own. */
  now?: (() => number) | undefined;
  random?: (() => number) | undefined;
}

const standardBounds = {
  connections: 1_024,
  maxWaiting: 1_000,
  maxBodyBytes: 16 * 1024 * 1024,
  maxBufferedBytes: 256 * 1024 * 1024,
};
const maxAttempts = 3;
const firstPauseMs = 200;

/** Sends requests to the upstream and gives back the bytes of its answers. It never logs in and never works around a challenge. */
export class UpstreamClient {
  readonly sessions: SessionPool;
  readonly families: Families;
  /** How often each bound was passed. */
  readonly boundsPassed = new Map<Bound, number>();
  private readonly target: Target;
  private readonly now: () => number;
  private readonly random: () => number;

  constructor(options: UpstreamOptions) {
    this.now = options.now ?? (() => performance.now());
    this.random = options.random ?? Math.random;
    this.sessions = new SessionPool(options.sessions ?? [], this.now, options.onSessionChange);
    const { connections, maxWaiting, maxBodyBytes, maxBufferedBytes } = { ...standardBounds, ...options };
    this.families = new Families(connections, maxWaiting, this.now);
    const { origin, pathname } = new URL(options.baseUrl);
    this.target = {
      dispatchers: new Dispatchers(origin, options.connectTimeoutMs ?? 10_000),
      basePath: pathname.replace(/\/$/, ''),
      documentIds: { ...defaultDocumentIds, ...options.documentIds },
      maxBodyBytes,
      buffered: new BufferedBytes(maxBufferedBytes),
    };
  }

  /** Bytes of answers that are in memory. */
  get bufferedBytes(): number {
    return this.target.buffered.bytes;
  }

  /** Of the family that fares worst. */
  get breakerState(): BreakerState {
    const states = this.families.all.map(({ breaker }) => breaker.state);
    return states.find((state) => state === 'open') ?? states.find((state) => state === 'half_open') ?? 'closed';
  }

  /**
   * The body of a 200 answer, decompressed. After a failure that may pass, up to two repeats are made, as far as the deadline and
   * the family's budget allow: with another session when the session was refused, and none after a rate limit.
   * @throws {UpstreamFailure}
   */
  async send(request: UpstreamRequest, context: UpstreamContext, subject: Subject = 'thing'): Promise<Buffer> {
    const family = this.families.of(request.name);
    family.earnRetry();
    const asked = { accountId: context.accountId, path: `${request.name} ${request.about}` };
    const suspicions: SessionRefusal[] = [];
    const refused: Session[] = [];
    for (let number = 1; ; number++) {
      const attempt = context.beginAttempt(request.name, this.now());
      try {
        const body = await this.attempt(family, request, context, subject, attempt, asked, refused);
        this.noteOutcome(family, attempt, 'ok');
        this.suspect(suspicions);
        return body;
      } catch (error) {
        const outcome = outcomeOf(error);
        this.noteOutcome(family, attempt, outcome);
        if (healthOf[outcome]) this.suspect(suspicions);
        if (error instanceof SessionRefused && error.suspicion) {
          suspicions.push(error.suspicion);
          // No error that leaves this client holds a session.
          error.suspicion = undefined;
        }
        const bound = boundOf(error);
        if (bound) this.boundsPassed.set(bound, (this.boundsPassed.get(bound) ?? 0) + 1);
        const pauseMs = this.random() * firstPauseMs * 2 ** (number - 1);
        if (error instanceof SessionRefused) this.sessions.requireAwake();
        if (number === maxAttempts || !this.mayPass(error, number, refused) || pauseMs >= context.remainingMs)
          throw error;
        // A failing upstream is spared repeats, and this one does not fail: whoever asks for such things takes no repeat from others.
        if (!(error instanceof ThingRefused) && !family.spendRetry()) throw error;
        await pause(context, pauseMs);
      }
    }
  }

  /** Takes over a new list of sessions while requests go on. */
  replaceSessions(sessions: readonly SessionSettings[]): void {
    this.sessions.replace(sessions);
    this.target.dispatchers.keepOnly(this.sessions.proxies);
  }

  close(): void {
    this.sessions.close();
    this.target.dispatchers.close();
  }

  /** Another session was given what these were refused. */
  private suspect(refusals: readonly SessionRefusal[]): void {
    for (const refusal of refusals) this.sessions.refuse(refusal);
  }

  private mayPass(error: unknown, attempts: number, refused: readonly Session[]): boolean {
    if (error instanceof SessionRefused) return error.blame !== 'rate' && this.sessions.hasOthers(refused);
    if (error instanceof ThingRefused)
      return error.dependsOnPlace && attempts === 1 && this.sessions.hasOthers(refused);
    return error instanceof UpstreamFailure && error.kind === 'unavailable';
  }

  private noteOutcome(family: Family, attempt: Attempt, outcome: AttemptOutcome): void {
    family.outcomes[outcome] += 1;
    attempt.outcome = outcome;
    attempt.endedAtMs = this.now();
  }

  private async attempt(
    family: Family,
    request: UpstreamRequest,
    context: UpstreamContext,
    subject: Subject,
    attempt: Attempt,
    asked: Asked,
    refused: Session[],
  ): Promise<Buffer> {
    family.breaker.check(asked);
    try {
      await family.bulkhead.acquire(context);
    } finally {
      attempt.connectedAtMs = this.now();
    }
    try {
      const session = await this.sessions.take(context, refused);
      const epoch = family.breaker.admit(asked);
      const sentAtMs = this.now();
      attempt.sentAtMs = sentAtMs;
      attempt.session = session.position;
      let isGood: boolean | undefined = true;
      let isRefused = false;
      try {
        return await context.during((signal) => ask(this.target, request, subject, session, context, signal));
      } catch (thrown) {
        const isProxyDown = session.proxy !== undefined && thrown instanceof NotConnected;
        const error = isProxyDown ? new SessionRefused(`its proxy: ${thrown.reason}`, 'own') : thrown;
        if (error instanceof SessionRefused || error instanceof ThingRefused) refused.push(session);
        isGood = this.noteRefusal(error, session, sentAtMs, request.about);
        if (error instanceof SessionRefused && error.blame !== 'own') isRefused = true;
        throw error;
      } finally {
        if (isGood) this.sessions.accept(session, sentAtMs);
        family.breaker.record(epoch, isGood, asked, isRefused);
      }
    } finally {
      family.bulkhead.release(asked.accountId);
    }
  }

  /** @returns whether a failure speaks for its family, against it, or of something else. */
  private noteRefusal(error: unknown, session: Session, sentAtMs: number, about: string): boolean | undefined {
    if (!(error instanceof SessionRefused)) return healthOf[outcomeOf(error)];
    const { blame, reason } = error;
    if (blame === 'bare') {
      error.suspicion = { session, about, sentAtMs, reason, blame: 'doubtful' };
      return false;
    }
    this.sessions.refuse({ session, about, sentAtMs, reason, blame });
    return healthOf.refused;
  }
}

function pause(context: UpstreamContext, pauseMs: number): Promise<void> {
  return context.wait<void>((done) => {
    const timer = setTimeout(done, pauseMs);
    return () => clearTimeout(timer);
  });
}

/** Whether an outcome speaks for its family, against it, or of something else. */
const healthOf: Readonly<Record<AttemptOutcome, boolean | undefined>> = {
  ok: true,
  missing: true,
  failed: false,
  timeout: false,
  refused: undefined,
  gated: undefined,
  unusable: undefined,
  aborted: undefined,
  not_asked: undefined,
};

function outcomeOf(error: unknown): AttemptOutcome {
  if (!(error instanceof UpstreamFailure)) return 'failed';
  if (error instanceof SessionRefused) return 'refused';
  return outcomes[error.kind];
}

const outcomes: Readonly<Record<FailureKind, AttemptOutcome>> = {
  user_not_found: 'missing',
  not_found: 'missing',
  private: 'missing',
  invalid_id: 'missing',
  gated: 'gated',
  unavailable: 'failed',
  unusable: 'unusable',
  timeout: 'timeout',
  retry_later: 'not_asked',
  aborted: 'aborted',
};

function boundOf(error: unknown): Bound | undefined {
  if (error instanceof BoundPassed) return error.bound;
  return error instanceof SessionRefused && error.isRedirect ? 'redirect' : undefined;
}
