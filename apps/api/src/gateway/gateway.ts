import { formatUsd } from '@loupe/dto';
import { UpstreamFailure } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import type { ChargeOutcome } from '../core/billing/charge-outcome';
import { ChargeQueues } from '../core/billing/charge-queues';
import { Funds } from '../core/billing/funds';
import { KeyCaps } from '../core/billing/key-caps';
import { type ReplayInfo, requestTimeMs, type UsageRecord } from '../core/usage/usage-record';
import { clock } from '../platform/clock';
import { Reply } from '../platform/http/reply';
import { problemReply, problemReplyOf } from '../platform/http/send-problem';
import { Problem } from '../platform/problem';
import { AccessLog } from './access-log';
import { type Continuation, selectFields, type UpstreamResult } from './answers/upstream-result';
import type { Call } from './call';
import { Cursors, type OpenedCursor, type UpstreamCursor } from './cursors';
import { Idempotency, type LockedKey } from './idempotency';
import { MoneyHeaders } from './money-headers';
import { type CachedResponse, ResponseCache } from './response-cache';
import { SingleFlight } from './single-flight';
import { absenceOf, problemOfUpstream } from './upstream-problem';
import { type CallUpstream, Upstreams } from './upstreams';

export interface FetchContext {
  readonly upstream: CallUpstream;
  readonly cursor: OpenedCursor | undefined;
  continueAt(next: UpstreamCursor | undefined): Continuation;
}

/** Calls the upstream and shapes its response. @throws {UpstreamFailure} */
export type Fetch = (context: FetchContext) => Promise<UpstreamResult>;

interface Offer {
  readonly priceMicros: bigint;
  readonly cached?: CachedResponse;
  readonly source?: ReplayInfo['source'];
}

interface Terms extends ReplayInfo {
  readonly key: LockedKey | undefined;
  readonly priceMicros: bigint;
  /** Charged before under the same idempotency key. */
  readonly isRepeat: boolean;
}

interface Charge {
  readonly reply?: Reply;
  readonly source?: ReplayInfo['source'];
}

/**
 * Runs data calls. A response from the upstream or the cache is charged before its first byte is sent. Calls with test keys, repeats of a
 * charged request, refusals and failures are free.
 */
@Injectable()
export class Gateway {
  private readonly singleFlight = new SingleFlight();

  constructor(
    private readonly cursors: Cursors,
    private readonly upstreams: Upstreams,
    private readonly idempotency: Idempotency,
    private readonly cache: ResponseCache,
    private readonly funds: Funds,
    private readonly caps: KeyCaps,
    private readonly charges: ChargeQueues,
    private readonly moneyHeaders: MoneyHeaders,
    private readonly accessLog: AccessLog,
  ) {}

  /**
   * Runs one data call. The guards of `Endpoint` have checked its key, rate and parameters. A replay needs no funds, so
   * it comes before the balance check.
   * @param fetch calls the upstream; not run for a cached or replayed response
   * @throws {Problem} when the call is refused or fails: nothing is charged, or the charge is reversed; {CallerGone}
   */
  async handle(call: Call, fetch: Fetch): Promise<Reply> {
    const cursor = this.cursors.open(call);
    const upstream = this.upstreams.of(call);
    this.requireWritableLedger(call);
    const key = await this.lockIdempotencyKey(call);
    try {
      const offer = this.offerTo(call);
      const isMissing = call.options?.isOnlyIfCached === true && !offer.cached;
      const turn = await this.idempotency.turnOf(key, isMissing || offer.cached !== undefined, async () => {
        if (isMissing) throw notCached;
        await this.requireFundsAndCaps(call, offer);
      });
      if (turn.replay) return await this.replay(call, turn.replay);
      if (isMissing) throw notCached;

      // A repeat is free. It is fetched again, unless the caller wants only a cached response.
      const isRepeat = turn.is === 'repeat';
      const cached = isRepeat && !call.options?.isOnlyIfCached ? undefined : offer.cached;
      const { source, priceMicros } = isRepeat ? { source: undefined, priceMicros: call.priceMicros } : offer;
      const continueAt = (next: UpstreamCursor | undefined) => this.cursors.next(call, next, cursor);
      const result = cached?.result ?? (await this.fetch(call, () => fetch({ upstream, cursor, continueAt })));

      // The money is taken here.
      const charge = await this.charge(call, result, { key, source, priceMicros, isRepeat });

      const reply = charge.reply ?? (await this.replyFree(call, result, priceMicros, charge.source));
      if (key && call.options!.isReplayed) this.storeReplay(call, key, { ...result, body: reply.body }, charge);
      if (!cached && !isRepeat) this.storeCached(call, result, charge);
      if (cached && source) this.setCacheHeaders(call, cached);
      // The cache and later replays have copies of their own.
      reply.isLastUse = !cached && !result.isShared;
      return reply;
    } finally {
      if (key) this.idempotency.unlock(key);
    }
  }

  /** Replies with a value of Loupe's own, free of charge. */
  free(call: Call, value: unknown): Promise<Reply> {
    return this.replyFree(call, withFields(call, { body: Buffer.from(JSON.stringify(value)) }), 0n);
  }

  /** Replies with the account's balance and the key's caps, free of charge. */
  async balance(call: Call): Promise<Reply> {
    const [balanceMicros, key] = await Promise.all([
      this.funds.live(call.key!.accountId),
      this.caps.describe(call.key!),
    ]);
    return this.free(call, { balance_usd: formatUsd(balanceMicros), currency: 'USD', key });
  }

  /** Refuses calls that could not be charged. @throws {Problem} `service_unavailable` */
  private requireWritableLedger(call: Call): void {
    if (!call.isTest) this.charges.requireWritable(call.key!.accountId);
  }

  /** Waits while another request in this process holds the idempotency key. @returns undefined if there is no key */
  private async lockIdempotencyKey(call: Call): Promise<LockedKey | undefined> {
    try {
      return await this.idempotency.lock(call);
    } catch (error) {
      throw this.problemOf(call, error);
    }
  }

  /** The cached response at its price, or the full price of a fetched one. */
  private offerTo({ options, scopeId, fingerprint, priceMicros }: Call): Offer {
    const maxAge = options?.maxAgeSeconds;
    const cached = maxAge ? this.cache.getCached(scopeId, fingerprint, maxAge) : undefined;
    if (!cached) return { priceMicros };
    const source = { of: 'kept', firstRequestId: cached.requestId } as const;
    return { cached, source, priceMicros: this.cache.priceOf(priceMicros) };
  }

  private replay(call: Call, { result, requestId }: CachedResponse): Promise<Reply> {
    return this.replyFree(call, result, call.priceMicros, repeatOf(requestId), asSent(result));
  }

  /** @throws {Problem} unless `x-max-cost-usd`, the account's balance and status, and the caps allow the price */
  private async requireFundsAndCaps(call: Call, { priceMicros, source }: Offer): Promise<void> {
    if (isFree(call, { priceMicros, source })) return;
    if (isAboveCeiling(call, priceMicros)) throw aboveCeiling(call, priceMicros);
    await call.progress.timeFunds(async () => {
      await this.funds.require(call.key!.accountId, priceMicros);
      await this.caps.require(call.key!, priceMicros);
    });
  }

  /** Calls the upstream. Identical calls of an account share a request. @throws {Problem} unless the upstream responded */
  private async fetch(call: Call, fetch: () => Promise<UpstreamResult>): Promise<UpstreamResult> {
    try {
      const result = await this.singleFlight.run(call, async () => withFields(call, await fetch()));
      if (result.unknownElements) this.accessLog.noteUnknownElements(call.progress, result.unknownElements);
      return { ...result, trust: call.progress.upstream.trust };
    } catch (error) {
      const absence =
        error instanceof UpstreamFailure && !call.progress.isGivenUp ? absenceOf(error, call.operation) : undefined;
      if (absence) return { ...absence, trust: call.progress.upstream.trust };
      throw this.problemOf(call, error);
    }
  }

  /**
   * Charges the call durably, unless it is free or its idempotency key was charged before. A caller who leaves before
   * the charge is sent pays nothing. After the commit, the ledger row proves the charge.
   * @throws {Problem} when the charge is refused, or the database does not confirm the charge; {CallerGone}
   */
  private async charge(
    call: Call,
    result: UpstreamResult,
    { key, source, priceMicros, isRepeat }: Terms,
  ): Promise<Charge> {
    if (isFree(call, { priceMicros, source })) return { source };
    // The ceiling forbids a new charge, which would be made if the key has expired or its charge was reversed.
    if (isRepeat && isAboveCeiling(call, priceMicros)) {
      const firstRequestId = await this.idempotency.replayWithoutCharge(key!);
      if (firstRequestId === undefined) throw aboveCeiling(call, priceMicros);
      return { source: repeatOf(firstRequestId) };
    }
    const reply = replyOf(call, result, priceMicros);
    const { status, body } = reply;
    const record = this.accessLog.usageRecord(call.progress, status, body, codeOf(result), priceMicros, {
      key,
      source,
    });
    const outcome = await this.chargeRecord(call, record);
    if (!outcome.accepted && !('firstRequestId' in outcome)) throw await this.caps.problemOf(outcome, record);
    if (!outcome.accepted) {
      this.idempotency.recordRepeat(key!, outcome.reason);
      return { source: repeatOf(outcome.firstRequestId) };
    }
    call.progress.upstream.trust.recordCharge(call.requestId);
    this.caps.spend(record, record.priceMicros);
    this.moneyHeaders.setCharged(call.progress, priceMicros, outcome.balanceMicros);
    this.accessLog.recordCharged(call.progress, record);
    setResultHeaders(call, result, source);
    return { reply, source };
  }

  private async chargeRecord(call: Call, record: UsageRecord): Promise<ChargeOutcome> {
    try {
      return await this.charges.charge(record, call.progress);
    } catch (error) {
      throw this.problemOf(call, error);
    }
  }

  private storeReplay(call: Call, key: LockedKey, result: UpstreamResult, { reply, source }: Charge): void {
    // A free cached response is not stored for replays: the cache can return it again, free.
    if (source?.of === 'kept' && !reply) return;
    const firstRequestId = source?.of === 'repeat' ? source.firstRequestId : call.requestId;
    this.cache.setReplay(key, result, firstRequestId, clock.wallMs() - requestTimeMs(firstRequestId));
  }

  private storeCached({ options, scopeId, fingerprint, requestId }: Call, result: UpstreamResult, { source }: Charge) {
    if (!options?.maxAgeSeconds) return;
    this.cache.setCached(scopeId, fingerprint, result, source?.firstRequestId ?? requestId);
  }

  private async replyFree(
    call: Call,
    result: UpstreamResult,
    priceMicros: bigint,
    source?: ReplayInfo['source'],
    reply = replyOf(call, result, 0n),
  ): Promise<Reply> {
    await this.moneyHeaders.setUncharged(call.progress);
    if (source?.of === 'repeat') call.setHeader('idempotency-replayed', 'true');
    setResultHeaders(call, result, source);
    const { status, body } = reply;
    this.accessLog.recordUncharged(call.progress, status, body, codeOf(result), source && { source }, priceMicros);
    return reply;
  }

  private setCacheHeaders(call: Call, cached: CachedResponse): void {
    const { ageSeconds, ttlSeconds } = this.cache.ageOf(cached, call.options!.maxAgeSeconds);
    call.setHeader('age', `${ageSeconds}`);
    call.setHeader('cache-status', `loupe; hit; ttl=${ttlSeconds}`);
  }

  /** Maps an error to a problem. The upstream's reason is logged, and not returned to the caller. */
  private problemOf(call: Call, error: unknown): unknown {
    if (!(error instanceof UpstreamFailure)) return error;
    if (call.progress.isGivenUp) return restarting;
    this.accessLog.noteUpstreamFailure(call.progress, error);
    return problemOfUpstream(error, call.operation);
  }
}

const restarting = new Problem('service_unavailable', 'This process is restarting. Send the request again.');

const notCached = new Problem(
  'not_cached',
  'No cached response is recent enough for this request. Send it without only-if-cached.',
);

function repeatOf(firstRequestId: string) {
  return { of: 'repeat', firstRequestId } as const;
}

/** Calls with test keys are free. So are cached responses if the operator does not charge for them. */
function isFree({ isTest }: Call, { priceMicros, source }: Pick<Offer, 'priceMicros' | 'source'>): boolean {
  return isTest || (source !== undefined && priceMicros === 0n);
}

function withFields({ params: { fields }, operation }: Call, result: UpstreamResult): UpstreamResult {
  return fields ? selectFields(result, fields, operation.answer.kind === 'list') : result;
}

function isAboveCeiling({ options }: Call, priceMicros: bigint): boolean {
  return options?.maxCostMicros !== undefined && priceMicros > options.maxCostMicros;
}

function aboveCeiling({ options }: Call, priceMicros: bigint): Problem {
  const price_usd = formatUsd(priceMicros);
  const detail = `This request costs $${price_usd}, and its x-max-cost-usd header allows $${formatUsd(options!.maxCostMicros!)}.`;
  return new Problem('price_above_ceiling', detail, { members: { price_usd } });
}

/** @param costMicros what the caller pays; a problem states it as `charged_usd` */
function replyOf(call: Call, { body, problem }: UpstreamResult, costMicros: bigint): Reply {
  return problem ? problemReply(problem, call, costMicros) : new Reply(body);
}

/** A replay returns the stored response byte for byte, including the `charged_usd` of a stored problem. */
function asSent({ body, problem }: UpstreamResult): Reply {
  return problem ? problemReplyOf(problem, body) : new Reply(body);
}

function codeOf({ problem }: UpstreamResult): string | null {
  return problem?.code ?? null;
}

function setResultHeaders(
  call: Call,
  { listEnd, mediaExpiresAtSeconds, unmatchedFields }: UpstreamResult,
  source: ReplayInfo['source'],
): void {
  if (source) call.setHeader('x-original-request-id', source.firstRequestId);
  if (listEnd) call.setHeader('x-list-end', listEnd);
  if (unmatchedFields) call.setHeader('x-fields-unmatched', unmatchedFields);
  if (mediaExpiresAtSeconds !== undefined)
    call.setHeader('x-media-expires-at', new Date(mediaExpiresAtSeconds * 1_000).toISOString());
}
