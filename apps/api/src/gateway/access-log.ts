import { formatUsd } from '@loupe/dto';
import type { UpstreamFailure } from '@loupe/upstream-client';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { AuthenticatedKey } from '../core/auth/key-record';
import { Refusals } from '../core/usage/refusals';
import { RequestAddresses } from '../core/usage/request-addresses';
import { UsageLog } from '../core/usage/usage-log';
import type { Claim, UsageRecord } from '../core/usage/usage-record';
import { LOGGER } from '../platform/observability/logger';
import { Metrics } from '../platform/observability/metrics';
import { UnknownElements } from './answers/known-elements';
import type { Call } from './call';

/** From then on a line says that a caller read its answer slowly. */
const slowSendMs = 1_000;

/** Keeps account of how every request of the data API ended: one log line, metrics, and one usage row where there was a key. */
@Injectable()
export class AccessLog {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly usage: UsageLog,
    private readonly refusals: Refusals,
    private readonly addresses: RequestAddresses,
  ) {}

  /** What is known of a call when its answer is ready. `problem` is the body of an answer that is one. */
  usageRecord(call: Call, status: number, body: Buffer, code: string | null, claim?: Claim): UsageRecord {
    const key = keyOf(call)!;
    return {
      requestId: call.requestId,
      accountId: key.accountId,
      keyId: key.id,
      keyFamilyId: key.keyFamilyId,
      operation: call.operation.name,
      status,
      code,
      units: call.operation.priceUnits,
      priceMicros: call.priceMicros,
      upstreamMs: call.upstreamContext.upstreamMs,
      totalMs: call.elapsedMs,
      responseBytes: body.length,
      problem: code === null ? null : body.toString(),
      claim,
    };
  }

  /** An answer whose usage row was written with its charge. */
  recordCharged(call: Call, record: UsageRecord): void {
    this.addresses.record(record.requestId, record.accountId, call.address);
    this.write(call, record.status, record.code, record.responseBytes, record.priceMicros, record.claim);
  }

  /** An answer that cost nothing; its usage row is written when there is time. Of refusals, only the first of a minute. */
  recordUncharged(call: Call, status: number, body: Buffer, code: string | null, claim?: Claim): void {
    const isRefusal =
      status === 429 || status === 402 || code === 'service_unavailable' || call.refusedKey !== undefined;
    if (isRefusal && !this.isFirstRefusal(call, status, code)) {
      this.observe(call, call.elapsedMs, status, code, 0n);
      return;
    }
    const key = keyOf(call);
    if (key) {
      this.usage.record(this.usageRecord(call, status, body, code, claim));
      this.addresses.record(call.requestId, key.accountId, call.address);
    }
    this.write(call, status, code, body.length, 0n, claim);
  }

  private isFirstRefusal(call: Call, status: number, code: string | null): boolean {
    const { name: operation } = call.operation;
    const { requestId } = call;
    const key = keyOf(call);
    return this.refusals.isFirst(key?.accountId ?? 0, `${key?.id} ${operation} ${code}`, requestId, () => ({
      request_id: requestId,
      operation,
      key: key?.prefix,
      status,
      code,
    }));
  }

  /** Why the upstream gave nothing usable: for the operator; callers are told no more than that it failed. */
  noteUpstreamFailure(call: Call, failure: UpstreamFailure): void {
    if (failure.kind === 'aborted' || call.fault) return;
    this.logger.warn(
      { request_id: call.requestId, operation: call.operation.name, reason: failure.message },
      'upstream failed',
    );
    if (failure instanceof UnknownElements) this.countUnknownElements(call, failure.count);
  }

  /** The upstream has changed a shape: something of this answer is missing. */
  noteUnknownElements(call: Call, count: number): void {
    if (call.fault) return;
    this.logger.warn(
      { request_id: call.requestId, operation: call.operation.name, elements: count },
      'elements of an unknown shape were left out',
    );
    this.countUnknownElements(call, count);
  }

  private countUnknownElements(call: Call, count: number): void {
    if (!keyOf(call)?.isTest) this.metrics.observeUnknownElements(call.operation.name, count);
  }

  private observe(call: Call, ms: number, status: number, code: string | null, costMicros: bigint): void {
    const { operation, upstreamContext, span } = call;
    span?.setAttributes({
      'http.route': operation.path,
      'loupe.operation': operation.name,
      'loupe.request_id': call.requestId,
      'loupe.problem': code ?? undefined,
      'loupe.cost_usd': formatUsd(costMicros),
    });
    if (keyOf(call)?.isTest) this.metrics.observeTest(status, code);
    else
      this.metrics.observe(
        operation.name,
        status,
        code,
        ms,
        upstreamContext.upstreamMs,
        costMicros,
        span?.spanContext().traceId,
      );
  }

  private write(
    call: Call,
    status: number,
    code: string | null,
    bytes: number,
    costMicros: bigint,
    claim: Claim | undefined,
  ): void {
    const { operation, upstreamContext, elapsedMs } = call;
    this.observe(call, elapsedMs, status, code, costMicros);
    call.answeredAfterMs = elapsedMs;
    call.onClose = this.noteDelivery;
    const key = keyOf(call);
    // In the order of what people look for; what is undefined is left out.
    this.logger.info({
      request_id: call.requestId,
      operation: operation.name,
      key: key?.prefix,
      mode: key?.isTest ? 'test' : undefined,
      fault: call.fault,
      status,
      code: code ?? undefined,
      ms: Math.round(elapsedMs),
      upstream_ms: Math.round(upstreamContext.upstreamMs),
      funds_ms: unlessZero(call.fundsMs),
      attempts: attemptsOf(call),
      ...chargeTimesOf(call, elapsedMs),
      bytes,
      cost_usd: formatUsd(costMicros),
      source: claim?.source?.of,
      first_request_id: claim?.source?.firstRequestId,
    });
  }

  /** The line of the request is written before the answer leaves; what goes wrong on the way is a second one. */
  private readonly noteDelivery = (call: Call): void => {
    const { requestId, elapsedMs, answeredAfterMs, isSent } = call;
    const sendMs = elapsedMs - answeredAfterMs;
    if (isSent && sendMs < slowSendMs) return;
    const fields = { request_id: requestId, send_ms: Math.round(sendMs) };
    this.logger.info(fields, isSent ? 'the caller was slow to read its answer' : 'the caller left before its answer');
  };
}

/** What the time of the request went into: the log alone is to say why it was slow. */
function attemptsOf({ upstreamContext: { attempts }, startedAtMs: callStartedAtMs }: Call): object[] | undefined {
  if (attempts.length === 0) return undefined;
  return attempts.map(({ request, session, outcome, startedAtMs, connectedAtMs, sentAtMs, endedAtMs }) => ({
    request,
    at_ms: Math.round(startedAtMs - callStartedAtMs),
    connection_wait_ms: unlessZero(connectedAtMs - startedAtMs),
    session_wait_ms: unlessZero((sentAtMs ?? endedAtMs) - connectedAtMs),
    ms: Math.round(endedAtMs - (sentAtMs ?? endedAtMs)),
    session,
    outcome,
  }));
}

function chargeTimesOf({ charge, startedAtMs }: Call, elapsedMs: number): object | undefined {
  if (!charge) return undefined;
  const nowMs = startedAtMs + elapsedMs;
  return {
    charge_wait_ms: Math.round((charge.sentAtMs ?? nowMs) - charge.sinceMs),
    charge_ms: Math.round(nowMs - charge.sinceMs),
    charge_batch: charge.batchSize,
  };
}

/** In whole milliseconds; undefined for 0. */
function unlessZero(ms: number): number | undefined {
  return Math.round(ms) || undefined;
}

/** The key that a call came with, let in or not; undefined where none is known. */
function keyOf({ key, refusedKey }: Call): AuthenticatedKey | undefined {
  return key ?? refusedKey;
}
