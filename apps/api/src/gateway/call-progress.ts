import type { Operation } from '@loupe/dto';
import { UpstreamContext, UpstreamFailure } from '@loupe/upstream-client';
import { type Span, trace } from '@opentelemetry/api';
import type { Request, Response } from 'express';
import type { AuthenticatedKey, KeyedRequest } from '../core/auth/key-record';
import { CallerGone, type ChargeTimes, type Payer } from '../core/billing/charge-outcome';
import { clock } from '../platform/clock';

export interface CallRequest
  extends Request<Record<string, string>>,
    Partial<Pick<KeyedRequest, 'key' | 'refusedKey'>> {
  progress?: CallProgress;
  call?: { readonly fault: string | undefined };
}

/** How far a data request has come, from its first guard to its log line. The access log owns it. */
export class CallProgress implements Payer {
  readonly startedAtMs = clock.nowMs();
  readonly span: Span | undefined;
  /** The process is shutting down and no longer waits for the upstream. */
  isGivenUp = false;
  chargeTimes: ChargeTimes | undefined;
  /** How long the check of funds and caps took. */
  fundsMs = 0;
  /** Runs once when the response has been sent or its connection is lost. */
  onClose: (() => void) | undefined;
  private upstreamContext: UpstreamContext;

  constructor(
    readonly operation: Operation,
    readonly priceMicros: bigint,
    readonly request: CallRequest,
    readonly response: Response,
    upstreamTimeoutMs: number,
  ) {
    const span = trace.getActiveSpan();
    if (span?.isRecording()) this.span = span.updateName(`GET ${operation.path}`);
    this.upstreamContext = new UpstreamContext(upstreamTimeoutMs, () => request.key?.accountId ?? 0);
    response.once('close', () => {
      this.upstream.leave(this.isGone ? new UpstreamFailure('aborted', 'the caller went away') : undefined);
      this.onClose?.();
    });
  }

  /** The upstream requests of this call, or of an equal call that it has joined. */
  get upstream(): UpstreamContext {
    return this.upstreamContext;
  }

  get key(): AuthenticatedKey | undefined {
    return this.request.key;
  }

  /** The key that authenticated the request, or a known key that was refused. */
  get knownKey(): AuthenticatedKey | undefined {
    return this.request.key ?? this.request.refusedKey;
  }

  get elapsedMs(): number {
    return clock.nowMs() - this.startedAtMs;
  }

  /** Whether the caller left early. With pipelining, the socket shows this earlier than the response does. */
  get isGone(): boolean {
    return !this.request.socket.writable && !this.response.writableEnded;
  }

  get objection(): Error | undefined {
    if (this.isGone) return new CallerGone();
    if (!this.upstream.trust.isLost) return undefined;
    return new UpstreamFailure('unavailable', 'the response may belong to another request on its connection');
  }

  /** Whether the response was sent. Node.js also sets `writableFinished` when the connection breaks. */
  get isSent(): boolean {
    return this.response.writableFinished && !this.request.socket.destroyed;
  }

  /** Joins the upstream requests of an equal call. @returns false when they have ended or have little time left */
  join({ upstream }: CallProgress): boolean {
    if (!upstream.join()) return false;
    this.upstream.leave();
    this.upstreamContext = upstream;
    return true;
  }

  noteCharge(times: ChargeTimes): void {
    this.chargeTimes = times;
  }

  async timeFunds(check: () => Promise<void>): Promise<void> {
    const startedAfterMs = this.elapsedMs;
    try {
      await check();
    } finally {
      this.fundsMs = this.elapsedMs - startedAfterMs;
    }
  }

  /** Aborts waiting for the upstream. A charge that has started is completed. */
  giveUp(): void {
    this.isGivenUp = true;
    this.upstream.abort(new UpstreamFailure('aborted', 'the process ends'));
  }
}
