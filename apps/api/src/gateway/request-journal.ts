import { formatUsd } from '@loupe/dto';
import type { UpstreamFailure } from '@loupe/upstream-client';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { AuthenticatedKey } from '../core/auth/key-record';
import { Funds } from '../core/billing/funds';
import { Refusals } from '../core/usage/refusals';
import { UsageLog } from '../core/usage/usage-log';
import type { UsageRecord } from '../core/usage/usage-record';
import { LOGGER } from '../platform/observability/logger';
import { Metrics } from '../platform/observability/metrics';
import type { Call } from './call';

interface Headers {
  setHeader(name: string, value: string): unknown;
}

/** Keeps account of how every request of the data API ended: one log line, metrics, and one usage row where there was a key. */
@Injectable()
export class RequestJournal {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly usage: UsageLog,
    private readonly refusals: Refusals,
    private readonly funds: Funds,
  ) {}

  /** Headers of a keyed route's answer that cost nothing. */
  async setUnchargedHeaders(call: Call, response: Headers): Promise<void> {
    if (call.operation.keyless) return;
    this.setMoneyHeaders(response, 0n, call.key && (await this.balanceOf(call.key.accountId)));
  }

  /** The same for an answer that says that the database is away, which is not asked for the balance then. */
  setUnavailableHeaders(call: Call, response: Headers): void {
    if (call.operation.keyless) return;
    this.setMoneyHeaders(response, 0n, call.key && this.funds.known(call.key.accountId));
  }

  /** As this process knows it, else as the ledger has it; undefined while that is out of reach. */
  private async balanceOf(accountId: number): Promise<bigint | undefined> {
    return this.funds.known(accountId) ?? this.funds.live(accountId).catch(() => undefined);
  }

  setMoneyHeaders(response: Headers, costMicros: bigint, balanceMicros: bigint | undefined): void {
    response.setHeader('cache-control', 'private, no-store');
    response.setHeader('x-cost-usd', formatUsd(costMicros));
    if (balanceMicros !== undefined) response.setHeader('x-balance-usd', formatUsd(balanceMicros));
  }

  /** What is known of a call when its answer is ready. `problem` is the body of an answer that is one. */
  usageRecord(call: Call, status: number, body: Buffer, code: string | null): UsageRecord {
    const key = keyOf(call)!;
    return {
      requestId: call.requestId,
      accountId: key.accountId,
      keyId: key.id,
      lineageId: key.lineageId,
      operation: call.operation.name,
      status,
      code,
      units: call.operation.priceUnits,
      priceMicros: call.priceMicros,
      upstreamMs: call.exchange.upstreamMs,
      totalMs: call.elapsedMs,
      responseBytes: body.length,
      problem: code === null ? null : body.toString(),
    };
  }

  /** An answer whose usage row was written with its charge. */
  recordCharged(call: Call, record: UsageRecord): void {
    this.write(call, record.status, record.code, record.responseBytes, record.priceMicros);
  }

  /** An answer that cost nothing; its usage row is written when there is time. Of refusals, only the first of a minute. */
  recordUncharged(call: Call, status: number, body: Buffer, code: string | null): void {
    const isRefusal =
      status === 429 || status === 402 || code === 'service_unavailable' || call.refusedKey !== undefined;
    if (isRefusal && !this.isFirstRefusal(call, status, code)) {
      this.observe(call, status, code, 0n);
      return;
    }
    if (keyOf(call)) this.usage.record(this.usageRecord(call, status, body, code));
    this.write(call, status, code, body.length, 0n);
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
    if (failure.kind === 'aborted') return;
    this.logger.warn(
      { request_id: call.requestId, operation: call.operation.name, reason: failure.message },
      'upstream failed',
    );
  }

  private observe({ operation, exchange, elapsedMs }: Call, status: number, code: string | null, costMicros: bigint) {
    this.metrics.observe(operation.name, status, code, elapsedMs, exchange.upstreamMs, costMicros);
  }

  private write(call: Call, status: number, code: string | null, bytes: number, costMicros: bigint): void {
    this.observe(call, status, code, costMicros);
    const { operation, exchange, elapsedMs, requestId } = call;
    if (!this.logger.isLevelEnabled('info')) return;
    this.logger.info({
      request_id: requestId,
      operation: operation.name,
      key: keyOf(call)?.prefix,
      status,
      code: code ?? undefined,
      ms: Math.round(elapsedMs),
      upstream_ms: Math.round(exchange.upstreamMs),
      bytes,
      cost_usd: formatUsd(costMicros),
    });
  }
}

/** The key that a call came with, let in or not; undefined where none is known. */
function keyOf({ key, refusedKey }: Call): AuthenticatedKey | undefined {
  return key ?? refusedKey;
}
