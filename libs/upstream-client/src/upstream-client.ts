import type { BreakerState, RequestKey } from './breaker';
import { ResourceGated, SessionRefused } from './classify';
import { Quarantine } from './connection';
import { Dispatchers } from './dispatchers';
import { type Bound, type FailureKind, LimitExceeded, NotConnected, type Subject, UpstreamFailure } from './failure';
import { type BreakerListener, Families, type Family } from './families';
import type { UpstreamRequest } from './request';
import { type DocumentIds, defaultDocumentIds } from './requests/graphql';
import { sendAttempt, type Target } from './send-attempt';
import type { Session, SessionSettings } from './session';
import { type SessionChange, SessionPool, type SessionRefusal } from './sessions';
import { type Attempt, type AttemptOutcome, BufferedBytes, type UpstreamContext } from './upstream-context';

export interface UpstreamOptions {
  baseUrl: string;
  /** Used round-robin; without any, requests carry no session. */
  sessions?: readonly SessionSettings[] | undefined;
  onSessionChange?: ((change: SessionChange) => void) | undefined;
  /** The breaker of a family opened, or closed again. */
  onBreakerChange?: BreakerListener | undefined;
  /** A request was charged for an answer that may have been the response to another request. */
  onSuspectCharge?: ((requestId: string) => void) | undefined;
  documentIds?: Partial<DocumentIds> | undefined;
  /** Largest accepted body, before and after decompression. */
  maxBodyBytes?: number;
  maxBufferedBytes?: number;
  /** Concurrent requests, divided equally among the families. As many connections may be in quarantine. */
  connections?: number;
  /** How long a connection carries no request after a response. Default: 150 ms. */
  quarantineMs?: number;
  /** Includes TLS and the proxy. Default: 10 s. */
  connectTimeoutMs?: number | undefined;
  /** Requests of one family that may queue; one account may fill half of the queue. */
  maxWaiting?: number;
  now?: (() => number) | undefined;
  random?: (() => number) | undefined;
}

const standardBounds = {
  connections: 1_024,
  quarantineMs: 150,
  maxWaiting: 1_000,
  maxBodyBytes: 16 * 1024 * 1024,
  maxBufferedBytes: 256 * 1024 * 1024,
};
const maxAttempts = 3;
/** The longest pause before the first retry; it doubles for the second. */
export const retryPause = { firstMs: 200 };

/** Sends requests to the upstream. It never logs in and never works around a challenge. */
export class UpstreamClient {
  readonly sessions: SessionPool;
  readonly families: Families;
  readonly boundsPassed = new Map<Bound, number>();
  suspectCharges = 0;
  private readonly quarantine: Quarantine;
  private readonly target: Target;
  private readonly now: () => number;
  private readonly random: () => number;

  constructor(options: UpstreamOptions) {
    this.now = options.now ?? (() => performance.now());
    this.random = options.random ?? Math.random;
    this.sessions = new SessionPool(options.sessions ?? [], this.now, options.onSessionChange);
    const { connections, quarantineMs, maxWaiting, maxBodyBytes, maxBufferedBytes } = { ...standardBounds, ...options };
    this.families = new Families(connections, maxWaiting, this.now, options.onBreakerChange);
    const { origin, pathname } = new URL(options.baseUrl);
    this.quarantine = new Quarantine(quarantineMs, connections);
    this.target = {
      dispatchers: new Dispatchers(origin, options.connectTimeoutMs ?? 10_000, this.quarantine),
      basePath: pathname.replace(/\/$/, ''),
      documentIds: { ...defaultDocumentIds, ...options.documentIds },
      maxBodyBytes,
      buffered: new BufferedBytes(maxBufferedBytes),
      reportSuspectCharge: (requestId) => {
        this.suspectCharges += 1;
        options.onSuspectCharge?.(requestId);
      },
    };
  }

  get connectionsInQuarantine(): number {
    return this.quarantine.connections;
  }

  get bufferedBytes(): number {
    return this.target.buffered.bytes;
  }

  /** The worst state of all families. */
  get breakerState(): BreakerState {
    const states = this.families.all.map(({ breaker }) => breaker.state);
    return states.find((state) => state === 'open') ?? states.find((state) => state === 'half_open') ?? 'closed';
  }

  /**
   * Sends a request, retrying transient failures up to twice within the deadline and the family's retry budget. A retry
   * after a refused session prefers another session. A rate limit is not retried.
   * @param subject what is missing if the response is a 404
   * @returns the decompressed body of a 200 response
   * @throws {UpstreamFailure}
   */
  async send(request: UpstreamRequest, context: UpstreamContext, subject: Subject = 'resource'): Promise<Buffer> {
    const family = this.families.of(request.name);
    family.earnRetry();
    const key = { accountId: context.accountId, path: `${request.name} ${request.about}` };
    const unprovenRefusals: SessionRefusal[] = [];
    const refused: Session[] = [];
    for (let number = 1; ; number++) {
      const attempt = context.beginAttempt(request.name, this.now());
      try {
        const body = await this.attempt(family, request, context, subject, attempt, key, refused);
        this.recordOutcome(family, attempt, 'ok');
        this.refuseAll(unprovenRefusals);
        return body;
      } catch (error) {
        const outcome = outcomeOf(error);
        this.recordOutcome(family, attempt, outcome);
        if (healthOf[outcome]) this.refuseAll(unprovenRefusals);
        if (error instanceof SessionRefused && error.unproven) {
          unprovenRefusals.push(error.unproven);
          // Errors that leave the client must not hold a session: they may be logged.
          error.unproven = undefined;
        }
        const bound = boundOf(error);
        if (bound) this.boundsPassed.set(bound, (this.boundsPassed.get(bound) ?? 0) + 1);
        const pauseMs = this.random() * retryPause.firstMs * 2 ** (number - 1);
        if (error instanceof SessionRefused) this.sessions.requireReady();
        if (number === maxAttempts || !this.mayRetry(error, number, refused) || pauseMs >= context.remainingMs)
          throw error;
        // A gated resource is not an upstream failure, so it does not use up the retry budget of others.
        if (!(error instanceof ResourceGated) && !family.spendRetry()) throw error;
        await pause(context, pauseMs);
      }
    }
  }

  /** Replaces the sessions; requests in flight are not interrupted. */
  replaceSessions(sessions: readonly SessionSettings[]): void {
    this.sessions.replace(sessions);
    this.target.dispatchers.keepOnly(this.sessions.proxies);
  }

  close(): void {
    this.sessions.close();
    this.target.dispatchers.close();
  }

  /** Another session got a response to the same request, so the refused sessions are at fault. */
  private refuseAll(refusals: readonly SessionRefusal[]): void {
    for (const refusal of refusals) this.sessions.refuse(refusal);
  }

  private mayRetry(error: unknown, attempts: number, refused: readonly Session[]): boolean {
    if (error instanceof SessionRefused) return error.blame !== 'rate' && this.sessions.hasOtherReady(refused);
    if (error instanceof ResourceGated)
      return error.dependsOnCountry && attempts === 1 && this.sessions.hasOtherReady(refused);
    return error instanceof UpstreamFailure && error.kind === 'unavailable';
  }

  private recordOutcome(family: Family, attempt: Attempt, outcome: AttemptOutcome): void {
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
    key: RequestKey,
    refused: Session[],
  ): Promise<Buffer> {
    family.breaker.check(key);
    try {
      await family.bulkhead.acquire(context);
    } finally {
      attempt.connectedAtMs = this.now();
    }
    try {
      const session = await this.sessions.take(context, refused);
      const epoch = family.breaker.admit(key);
      const sentAtMs = this.now();
      attempt.sentAtMs = sentAtMs;
      attempt.session = session.position;
      let isGood: boolean | undefined = true;
      let isRefused = false;
      try {
        return await context.during((signal) => sendAttempt(this.target, request, subject, session, context, signal));
      } catch (thrown) {
        const isProxyDown = session.proxy !== undefined && thrown instanceof NotConnected;
        const error = isProxyDown ? new SessionRefused(`its proxy: ${thrown.reason}`, 'own') : thrown;
        if (error instanceof SessionRefused || error instanceof ResourceGated) refused.push(session);
        isGood = this.recordRefusal(error, session, sentAtMs, request.about);
        if (error instanceof SessionRefused && error.blame !== 'own') isRefused = true;
        throw error;
      } finally {
        if (isGood) this.sessions.accept(session, sentAtMs);
        family.breaker.record(epoch, isGood, key, isRefused);
      }
    } finally {
      family.bulkhead.release(key.accountId);
    }
  }

  private recordRefusal(error: unknown, session: Session, sentAtMs: number, about: string): boolean | undefined {
    if (!(error instanceof SessionRefused)) return healthOf[outcomeOf(error)];
    const { blame, reason } = error;
    if (blame === 'bare') {
      error.unproven = { session, about, sentAtMs, reason, blame: 'ambiguous' };
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

/** Whether an outcome counts for or against the family's health; `undefined` does not count. */
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
  if (error instanceof LimitExceeded) return error.bound;
  return error instanceof SessionRefused && error.isRedirect ? 'redirect' : undefined;
}
