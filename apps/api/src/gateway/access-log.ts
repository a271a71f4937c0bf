import { formatUsd } from '@loupe/dto';
import type { UpstreamFailure } from '@loupe/upstream-client';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Refusals } from '../core/usage/refusals';
import { RequestAddresses } from '../core/usage/request-addresses';
import { UsageLog } from '../core/usage/usage-log';
import type { ReplayInfo, UsageRecord } from '../core/usage/usage-record';
import { LOGGER } from '../platform/observability/logger';
import { Metrics } from '../platform/observability/metrics';
import { UnknownElements } from './answers/upstream-body';
import type { CallProgress } from './call-progress';

/** A response that takes at least this long to send gets a second log line. */
const slowSendMs = 1_000;

/** Records each data request in metrics and, unless it repeats a refusal, in the log and (with a key) a usage row. */
@Injectable()
export class AccessLog {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly usage: UsageLog,
    private readonly refusals: Refusals,
    private readonly addresses: RequestAddresses,
  ) {}

  /** @param body stored if `code` is a problem code */
  usageRecord(
    call: CallProgress,
    status: number,
    body: Buffer,
    code: string | null,
    priceMicros: bigint,
    replay?: ReplayInfo,
  ): UsageRecord {
    const key = call.knownKey!;
    return {
      requestId: call.response.requestId,
      accountId: key.accountId,
      keyId: key.id,
      keyFamilyId: key.keyFamilyId,
      operation: call.operation.name,
      status,
      code,
      units: call.operation.priceUnits,
      priceMicros,
      upstreamMs: call.upstream.upstreamMs,
      totalMs: call.elapsedMs,
      responseBytes: body.length,
      problem: code === null ? null : body.toString(),
      replay,
    };
  }

  /** Records a charged response. Its usage row was written with the charge. */
  recordCharged(call: CallProgress, record: UsageRecord): void {
    this.addresses.record(record.requestId, record.accountId, call.request.originalUrl);
    this.write(call, record.status, record.code, record.responseBytes, record.priceMicros, record.replay);
  }

  /** Records a free response. Only the first of identical refusals in a minute gets a log line and a usage row. */
  recordUncharged(
    call: CallProgress,
    status: number,
    body: Buffer,
    code: string | null,
    replay?: ReplayInfo,
    priceMicros = call.priceMicros,
  ): void {
    const isRefusal =
      status === 429 || status === 402 || code === 'service_unavailable' || (!call.key && call.knownKey !== undefined);
    if (isRefusal && !this.isFirstRefusal(call, status, code)) {
      this.observe(call, call.elapsedMs, status, code, 0n);
      return;
    }
    const key = call.knownKey;
    if (key) {
      this.usage.record(this.usageRecord(call, status, body, code, priceMicros, replay));
      this.addresses.record(call.response.requestId, key.accountId, call.request.originalUrl);
    }
    this.write(call, status, code, body.length, 0n, replay);
  }

  private isFirstRefusal(call: CallProgress, status: number, code: string | null): boolean {
    const { name: operation } = call.operation;
    const { requestId } = call.response;
    const key = call.knownKey;
    return this.refusals.isFirst(key?.accountId ?? 0, `${key?.id} ${operation} ${code}`, requestId, () => ({
      request_id: requestId,
      operation,
      key: key?.prefix,
      status,
      code,
    }));
  }

  /** Logs why the upstream failed. The caller only learns that it failed. */
  noteUpstreamFailure(call: CallProgress, failure: UpstreamFailure): void {
    if (failure.kind === 'aborted' || call.request.call?.fault) return;
    this.logger.warn(
      { request_id: call.response.requestId, operation: call.operation.name, reason: failure.message },
      'upstream failed',
    );
    if (failure instanceof UnknownElements) this.countUnknownElements(call, failure.count);
  }

  /** Logs that elements of a list were left out: the upstream has changed their shape. */
  noteUnknownElements(call: CallProgress, count: number): void {
    if (call.request.call?.fault) return;
    this.logger.warn(
      { request_id: call.response.requestId, operation: call.operation.name, elements: count },
      'elements of an unknown shape were left out',
    );
    this.countUnknownElements(call, count);
  }

  private countUnknownElements(call: CallProgress, count: number): void {
    if (!call.knownKey?.isTest) this.metrics.observeUnknownElements(call.operation.name, count);
  }

  private observe(call: CallProgress, ms: number, status: number, code: string | null, costMicros: bigint): void {
    const { operation, upstream, span } = call;
    span?.setAttributes({
      'http.route': operation.path,
      'loupe.operation': operation.name,
      'loupe.request_id': call.response.requestId,
      'loupe.problem': code ?? undefined,
      'loupe.cost_usd': formatUsd(costMicros),
    });
    if (call.knownKey?.isTest) this.metrics.observeTest(status, code);
    else
      this.metrics.observe(
        operation.name,
        status,
        code,
        ms,
        upstream.upstreamMs,
        costMicros,
        span?.spanContext().traceId,
      );
  }

  private write(
    call: CallProgress,
    status: number,
    code: string | null,
    bytes: number,
    costMicros: bigint,
    replay: ReplayInfo | undefined,
  ): void {
    const { operation, upstream, elapsedMs } = call;
    this.observe(call, elapsedMs, status, code, costMicros);
    call.onClose = () => this.noteDelivery(call, elapsedMs);
    const key = call.knownKey;
    // The fields that people look for most come first. pino leaves out undefined ones.
    this.logger.info({
      request_id: call.response.requestId,
      operation: operation.name,
      key: key?.prefix,
      mode: key?.isTest ? 'test' : undefined,
      fault: call.request.call?.fault,
      status,
      code: code ?? undefined,
      ms: Math.round(elapsedMs),
      upstream_ms: Math.round(upstream.upstreamMs),
      funds_ms: unlessZero(call.fundsMs),
      attempts: attemptsOf(call),
      ...chargeTimesOf(call, elapsedMs),
      bytes,
      cost_usd: formatUsd(costMicros),
      source: replay?.source?.of,
      first_request_id: replay?.source?.firstRequestId,
    });
  }

  /** The log line is written before the response is sent, so a slow or broken delivery gets its own line. */
  private noteDelivery({ response: { requestId }, elapsedMs, isSent }: CallProgress, answeredAfterMs: number): void {
    const sendMs = elapsedMs - answeredAfterMs;
    if (isSent && sendMs < slowSendMs) return;
    const fields = { request_id: requestId, send_ms: Math.round(sendMs) };
    this.logger.info(fields, isSent ? 'the caller read the response slowly' : 'the caller left before the response');
  }
}

/** One entry per upstream attempt, so that the log explains a slow request. */
function attemptsOf({ upstream: { attempts }, startedAtMs: callStartedAtMs }: CallProgress): object[] | undefined {
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

function chargeTimesOf({ chargeTimes: charge, startedAtMs }: CallProgress, elapsedMs: number): object | undefined {
  if (!charge) return undefined;
  const nowMs = startedAtMs + elapsedMs;
  return {
    charge_wait_ms: Math.round((charge.sentAtMs ?? nowMs) - charge.sinceMs),
    charge_ms: Math.round(nowMs - charge.sinceMs),
    charge_batch: charge.batchSize,
  };
}

function unlessZero(ms: number): number | undefined {
  return Math.round(ms) || undefined;
}
