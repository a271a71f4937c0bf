import type { Operation, ValuesOfOperation } from '@loupe/dto';
import { UpstreamContext, UpstreamFailure } from '@loupe/upstream-client';
import { type Span, trace } from '@opentelemetry/api';
import type { Request, Response } from 'express';
import type { AuthenticatedKey, KeyedRequest } from '../core/auth/key-record';
import { CallerGone, type ChargeTimes, type Payer } from '../core/billing/charge-outcome';
import { clock } from '../platform/clock';
import { fingerprintOf } from './list-identity';
import type { RequestOptions } from './request-options';

export interface CallRequest
  extends Request<Record<string, string>>,
    Partial<Pick<KeyedRequest, 'key' | 'refusedKey'>> {
  call?: Call;
}

/** One data request, from its guards to its charge. */
export class Call<Of extends Operation = Operation> implements Payer {
  readonly startedAtMs = clock.nowMs();
  upstreamContext: UpstreamContext;
  params!: ValuesOfOperation<Of>;
  options: RequestOptions | undefined;
  /** The upstream fault to simulate, for a test key. */
  fault: string | undefined;
  /** The process is shutting down and no longer waits for the upstream. */
  isGivenUp = false;
  charge: ChargeTimes | undefined;
  readonly span: Span | undefined;
  /** How long the database took to read the balance; 0 when it was cached. */
  fundsMs = 0;
  answeredAfterMs = 0;
  /** Runs once when the response has been sent or its connection is lost. */
  onClose: ((call: Call) => void) | undefined;
  private hashed: string | undefined;

  constructor(
    readonly operation: Of,
    public priceMicros: bigint,
    private readonly request: CallRequest,
    private readonly response: Response,
    upstreamTimeoutMs: number,
  ) {
    const span = trace.getActiveSpan();
    if (span?.isRecording()) this.span = span.updateName(`GET ${operation.path}`);
    this.upstreamContext = new UpstreamContext(upstreamTimeoutMs);
    response.once('close', () => {
      this.upstreamContext.leave(this.isGone ? new UpstreamFailure('aborted', 'the caller went away') : undefined);
      this.onClose?.(this as unknown as Call);
    });
  }

  get key(): AuthenticatedKey | undefined {
    return this.request.key;
  }

  get isTest(): boolean {
    return this.request.key?.isTest === true;
  }

  /** Only calls with the same scope share responses. An account has one scope for live keys and one for test keys. */
  get scopeId(): number {
    const { accountId, isTest } = this.request.key!;
    return isTest ? -accountId : accountId;
  }

  /** Hash of the operation, its parameters in canonical form, and the fault. Needs {@link params}. */
  get fingerprint(): string {
    this.hashed ??= fingerprintOf(this.operation, this.params as Record<string, unknown>, this.fault);
    return this.hashed;
  }

  get refusedKey(): AuthenticatedKey | undefined {
    return this.request.refusedKey;
  }

  get requestId(): string {
    return this.response.requestId;
  }

  get publicUrl(): string {
    return this.response.publicUrl;
  }

  get url(): string {
    return this.request.originalUrl;
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
    if (!this.upstreamContext.trust.isLost) return undefined;
    return new UpstreamFailure('unavailable', 'the response may belong to another request on its connection');
  }

  /** Whether the response was sent. Node.js also sets `writableFinished` when the connection breaks. */
  get isSent(): boolean {
    return this.response.writableFinished && !this.request.socket.destroyed;
  }

  get status(): number {
    return this.response.statusCode;
  }

  /** Joins the upstream requests of an equal call. @returns false when they have ended or have little time left */
  join({ upstreamContext }: Call): boolean {
    if (!upstreamContext.join()) return false;
    this.upstreamContext.leave();
    this.upstreamContext = upstreamContext;
    return true;
  }

  /** Aborts waiting for the upstream. A charge that has started is completed. */
  giveUp(): void {
    this.isGivenUp = true;
    this.upstreamContext.abort(new UpstreamFailure('aborted', 'the process ends'));
  }

  setHeader(name: string, value: string): void {
    this.response.setHeader(name, value);
  }
}
