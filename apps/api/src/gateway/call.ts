import type { Operation, ValuesOfOperation } from '@loupe/dto';
import { UpstreamContext, UpstreamFailure } from '@loupe/upstream-client';
import { type Span, trace } from '@opentelemetry/api';
import type { Request, Response } from 'express';
import type { AuthenticatedKey, KeyedRequest } from '../core/auth/key-record';
import type { ChargeTimes, Payer } from '../core/billing/charge-outcome';
import { clock } from '../platform/clock';
import { fingerprintOf } from './list-identity';
import type { RequestOptions } from './request-options';

export interface CallRequest
  extends Request<Record<string, string>>,
    Partial<Pick<KeyedRequest, 'key' | 'refusedKey'>> {
  call?: Call;
}

/** One request of the data API on its way from the socket to the ledger. */
export class Call<Of extends Operation = Operation> implements Payer {
  readonly startedAtMs = clock.nowMs();
  /** Its upstream requests share one deadline. */
  upstreamContext: UpstreamContext;
  /** Set by the guard of `parameters.ts`, validated. */
  params!: ValuesOfOperation<Of>;
  /** Undefined where the request asks for nothing special, as most do. */
  options: RequestOptions | undefined;
  /** What the simulator is asked to do wrong, for a test key. */
  fault: string | undefined;
  /** The process ends and no longer waits for the upstream. */
  isGivenUp = false;
  charge: ChargeTimes | undefined;
  /** The server's span, where the call is traced. */
  readonly span: Span | undefined;
  /** How long the ledger was asked for the balance; 0 when this process knew it. */
  fundsMs = 0;
  /** Time until there was an answer, and what is to be done when it has left, or will not. */
  answeredAfterMs = 0;
  onClose: ((call: Call) => void) | undefined;
  /** The {@link fingerprint}, which lock, cache and replay ask for in turn. */
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

  /** Known once the key guard has let the request pass; an endpoint without a key has none. */
  get key(): AuthenticatedKey | undefined {
    return this.request.key;
  }

  /** The simulator answers it, and it costs nothing. */
  get isTest(): boolean {
    return this.request.key?.isTest === true;
  }

  /** Whose answers it may share: an account's live keys have their own, and its test keys have theirs. */
  get sharerId(): number {
    const { accountId, isTest } = this.request.key!;
    return isTest ? -accountId : accountId;
  }

  /** What is asked for, the same for every spelling of it; known once the parameters are. */
  get fingerprint(): string {
    this.hashed ??= fingerprintOf(this.operation, this.params as Record<string, unknown>, this.fault);
    return this.hashed;
  }

  /** The key of a call that the key guard has refused, where it is known. */
  get refusedKey(): AuthenticatedKey | undefined {
    return this.request.refusedKey;
  }

  get requestId(): string {
    return this.response.requestId;
  }

  get publicUrl(): string {
    return this.response.publicUrl;
  }

  /** As it was sent, with its query. */
  get address(): string {
    return this.request.originalUrl;
  }

  get elapsedMs(): number {
    return clock.nowMs() - this.startedAtMs;
  }

  /**
   * The caller closed the connection before it got an answer. The socket is asked: it knows at once, and a response that
   * waits behind others on a pipelined connection does not.
   */
  get isGone(): boolean {
    return !this.request.socket.writable && !this.response.writableEnded;
  }

  /** The whole answer has left this process. Node.js takes it for finished, too, when its connection breaks. */
  get isSent(): boolean {
    return this.response.writableFinished && !this.request.socket.destroyed;
  }

  get status(): number {
    return this.response.statusCode;
  }

  /** Takes part in the upstream requests of an equal call, unless they are over or have little time left. */
  join({ upstreamContext }: Call): boolean {
    if (!upstreamContext.join()) return false;
    this.upstreamContext.leave();
    this.upstreamContext = upstreamContext;
    return true;
  }

  /** What waits for the upstream is answered now; what is being charged goes on. */
  giveUp(): void {
    this.isGivenUp = true;
    this.upstreamContext.abort(new UpstreamFailure('aborted', 'the process ends'));
  }

  setHeader(name: string, value: string): void {
    this.response.setHeader(name, value);
  }
}
