import { formatUsd } from '@loupe/dto';
import { UpstreamFailure } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import type { RepeatedCharge } from '../core/billing/charge-outcome';
import { ChargeQueues } from '../core/billing/charge-queues';
import { Funds } from '../core/billing/funds';
import { KeyCaps } from '../core/billing/key-caps';
import { type Claim, requestTimeMs, type UsageRecord } from '../core/usage/usage-record';
import { clock } from '../platform/clock';
import { Problem } from '../platform/http/problem';
import type { Reply } from '../platform/http/reply';
import { type Answer, cutAnswer } from './answers/answer';
import type { Call } from './call';
import type { Directives } from './directives';
import { MoneyHeaders } from './money-headers';
import { type Outcome, outcomeOfAnswer, outcomeOfFailure, pricedAt } from './outcome';
import { type ClaimedKey, fingerprintOf, Repeats, reused } from './repeats';
import { RequestJournal } from './request-journal';
import { ResponseCache } from './response-cache';
import type { CachedResponse } from './response-store';
import { SingleFlight } from './single-flight';

interface KeyedClaim extends Claim {
  readonly key?: ClaimedKey | undefined;
}

/**
 * Runs a billable request: checks funds, calls the upstream, charges, responds. What came from the upstream (200, a private account,
 * a thing that does not exist) is charged before the first byte of it leaves; everything else is free.
 */
@Injectable()
export class Gateway {
  private readonly singleFlight = new SingleFlight();

  constructor(
    private readonly funds: Funds,
    private readonly caps: KeyCaps,
    private readonly charges: ChargeQueues,
    private readonly cache: ResponseCache,
    private readonly repeats: Repeats,
    private readonly journal: RequestJournal,
    private readonly moneyHeaders: MoneyHeaders,
  ) {}

  /** Runs `ask`, which talks to the upstream and gives the body of the answer, and charges for what comes of it. */
  async charged(call: Call, ask: () => Promise<Answer>): Promise<Reply> {
    const { accountId } = call.key!;
    call.exchange.accountId = accountId;
    // First of all: what cannot be charged is not asked for either.
    if (!call.isTest) this.charges.requireWritable(accountId);
    if (call.directives?.idempotencyKey !== undefined) return this.once(call, call.directives, ask);
    if (call.directives) return this.cachedOrFresh(call, call.directives, fingerprintOf(call), ask);
    return this.fresh(call, ask);
  }

  /** An answer that costs nothing. */
  async free(call: Call, value: unknown): Promise<Reply> {
    const answer = asAsked(call, { body: Buffer.from(JSON.stringify(value)) });
    return this.deliverFree(call, outcomeOfAnswer(answer));
  }

  /** What the caller's account has left, and its key of its caps; costs nothing. */
  async balance(call: Call): Promise<Reply> {
    const [balanceMicros, key] = await Promise.all([
      this.funds.live(call.key!.accountId),
      this.caps.describe(call.key!),
    ]);
    return this.free(call, { balance_usd: formatUsd(balanceMicros), currency: 'USD', key });
  }

  /** Charged once for all requests that carry the key. */
  private async once(call: Call, directives: Directives, ask: () => Promise<Answer>): Promise<Reply> {
    const key = this.repeats.claim(call, directives.idempotencyKey!, fingerprintOf(call));
    await this.repeats.enter(call, key).catch((error) => void this.outcomeOfError(call, error));
    try {
      const replay = this.cache.getReplay(call.sharerId, key);
      if (replay) {
        if (replay.fingerprint !== key.fingerprint) throw reused;
        return await this.deliverFree(call, replay.outcome, { of: 'repeat', firstRequestId: replay.requestId });
      }
      if (await this.isFirst(call, directives, key))
        return await this.cachedOrFresh(call, directives, key.fingerprint, ask, key);
      const recent = directives.isOnlyIfKept ? this.recent(call, directives, key.fingerprint) : undefined;
      const outcome = recent?.outcome ?? (await this.outcomeOf(call, ask));
      if (isAboveCeiling(call)) return await this.repeatOnly(call, outcome, key);
      return await this.deliver(call, outcome, { key });
    } finally {
      this.repeats.leave(key);
    }
  }

  /**
   * Whether no charge under the key is known before the own one. The ledger is asked only where the answer matters that early: a
   * repeat needs no funds, is no cached response, and does not ask the upstream when it will be refused.
   */
  private async isFirst(call: Call, directives: Directives, key: ClaimedKey): Promise<boolean> {
    const isUnsure =
      directives.isOnlyIfKept || this.repeats.wasSentAgain(key) || this.recent(call, directives, key.fingerprint);
    if (isUnsure) return this.repeats.isNew(call, key);
    const isFunded = await this.requireFunds(call).then(
      () => true,
      () => false,
    );
    return isFunded || this.repeats.isNew(call, key);
  }

  /** For who would not pay the price: while the upstream was asked, the key may have expired, or the charge been reversed. */
  private async repeatOnly(call: Call, outcome: Outcome, key: ClaimedKey): Promise<Reply> {
    const firstRequestId = await this.repeats.take(call, key);
    if (firstRequestId === undefined) throw aboveCeiling(call);
    this.cache.setReplay(call.sharerId, key, outcome, firstRequestId, sinceMs(firstRequestId));
    return this.deliverFree(call, pricedAt(outcome, call, 0n), { of: 'repeat', firstRequestId });
  }

  /** @throws {Problem} `not_cached`, where nothing else will do. */
  private recent(call: Call, directives: Directives, fingerprint: string): CachedResponse | undefined {
    const { maxAgeSeconds, isOnlyIfKept } = directives;
    const cached = maxAgeSeconds > 0 ? this.cache.getRecent(call.sharerId, fingerprint, maxAgeSeconds) : undefined;
    if (!cached && isOnlyIfKept) throw notCached;
    return cached;
  }

  /** An answer of this account's that is recent enough, or else a fresh one. */
  private async cachedOrFresh(
    call: Call,
    directives: Directives,
    fingerprint: string,
    ask: () => Promise<Answer>,
    key?: ClaimedKey,
  ): Promise<Reply> {
    const cached = this.recent(call, directives, fingerprint);
    if (cached) return this.deliverCached(call, cached, directives.maxAgeSeconds, key);
    return this.fresh(call, ask, key && { key }, directives.maxAgeSeconds > 0 ? fingerprint : undefined);
  }

  /** @param fingerprint as {@link deliver} takes it */
  private async fresh(
    call: Call,
    ask: () => Promise<Answer>,
    claim?: KeyedClaim,
    fingerprint?: string,
  ): Promise<Reply> {
    await this.requireFunds(call);
    return this.deliver(call, await this.outcomeOf(call, ask), claim, fingerprint);
  }

  /** @throws {Problem} when the price is above what the request may cost, or cannot be paid. */
  private async requireFunds(call: Call): Promise<void> {
    if (call.isTest) return;
    if (isAboveCeiling(call)) throw aboveCeiling(call);
    const askedAfterMs = call.elapsedMs;
    await this.funds.require(call.key!.accountId, call.priceMicros);
    call.fundsMs = call.elapsedMs - askedAfterMs;
    await this.caps.require(call.key!, call.priceMicros);
  }

  private async outcomeOf(call: Call, ask: () => Promise<Answer>): Promise<Outcome> {
    try {
      // Those who share a URL ask for the same members.
      const answer = await this.singleFlight.share(call, async () => asAsked(call, await ask()));
      if (answer.unknownElements) this.journal.noteUnknownElements(call, answer.unknownElements);
      return outcomeOfAnswer(answer);
    } catch (error) {
      return this.outcomeOfError(call, error);
    }
  }

  /** @throws {Problem} unless the upstream answered about the thing asked for. */
  private outcomeOfError(call: Call, error: unknown): Outcome {
    if (!(error instanceof UpstreamFailure)) throw error;
    if (call.isGivenUp) throw restarting;
    try {
      return outcomeOfFailure(error, call);
    } catch (problem) {
      this.journal.noteUpstreamFailure(call, error);
      throw problem;
    }
  }

  /**
   * A caller who leaves before the commit owes nothing; one who leaves after it has the ledger row as proof.
   * @param fingerprint of what was asked for, where the answer may be given again to those who are content with its age
   */
  private async deliver(call: Call, outcome: Outcome, claim?: KeyedClaim, fingerprint?: string): Promise<Reply> {
    let repeated: RepeatedCharge | undefined;
    if (!call.isTest) {
      const record = this.journal.usageRecord(call, outcome.reply.status, outcome.reply.body, outcome.code, claim);
      const verdict = await this.charges.charge(record, call);
      if (verdict.accepted) this.noteCharge(call, record, verdict.balanceMicros);
      else if ('firstRequestId' in verdict) repeated = verdict;
      else throw await this.caps.problemOf(verdict, record);
    }
    const key = claim?.key;
    if (key && repeated) this.repeats.settle(key, repeated.reason);
    const firstRequestId = repeated?.firstRequestId ?? call.requestId;
    const ageMs = repeated && sinceMs(firstRequestId);
    if (key) this.cache.setReplay(call.sharerId, key, outcome, firstRequestId, ageMs);
    if (fingerprint !== undefined) this.cache.setRecent(call.sharerId, fingerprint, outcome, firstRequestId);
    // Another request with the key was charged: in another process, or its bytes are gone.
    if (repeated) return await this.deliverFree(call, pricedAt(outcome, call, 0n), { of: 'repeat', firstRequestId });
    if (call.isTest) return await this.deliverFree(call, pricedAt(outcome, call, 0n));
    if (claim?.source) call.setHeader('x-original-request-id', claim.source.firstRequestId);
    if (outcome.answer) describe(call, outcome.answer);
    return outcome.reply;
  }

  private noteCharge(call: Call, record: UsageRecord, balanceMicros: bigint): void {
    this.caps.spend(record, record.priceMicros);
    this.moneyHeaders.setCharged(call, balanceMicros);
    this.journal.recordCharged(call, record);
  }

  private async deliverCached(
    call: Call,
    cached: CachedResponse,
    maxAgeSeconds: number,
    key?: ClaimedKey,
  ): Promise<Reply> {
    const source = { of: 'kept', firstRequestId: cached.requestId } as const;
    const priceMicros = this.cache.priceOf(call.priceMicros);
    call.priceMicros = priceMicros;
    const isFree = call.isTest || priceMicros === 0n;
    if (!isFree) await this.requireFunds(call);
    const outcome = pricedAt(cached.outcome, call, isFree ? 0n : priceMicros);
    const delivered = isFree ? this.deliverFree(call, outcome, source) : this.deliver(call, outcome, { source, key });
    const reply = await delivered;
    // Not of a refusal.
    const { ageSeconds, ttlSeconds } = this.cache.ageOf(cached, maxAgeSeconds);
    call.setHeader('age', `${ageSeconds}`);
    call.setHeader('cache-status', `loupe; hit; ttl=${ttlSeconds}`);
    return reply;
  }

  private async deliverFree(call: Call, outcome: Outcome, source?: Claim['source']): Promise<Reply> {
    const { reply, code } = outcome;
    await this.moneyHeaders.setUncharged(call);
    if (source) call.setHeader('x-original-request-id', source.firstRequestId);
    if (source?.of === 'repeat') call.setHeader('idempotency-replayed', 'true');
    if (outcome.answer) describe(call, outcome.answer);
    this.journal.recordUncharged(call, reply.status, reply.body, code, source && { source });
    return reply;
  }
}

const restarting = new Problem('service_unavailable', 'This process restarts. Send the request again.');

const notCached = new Problem(
  'not_cached',
  'No answer to this request is kept that is recent enough, and only-if-cached asks for no other.',
);

function sinceMs(requestId: string): number {
  return clock.wallMs() - requestTimeMs(requestId);
}

/** The answer with the members alone that the request asks for. */
function asAsked({ params: { fields }, operation }: Call, answer: Answer): Answer {
  return fields ? cutAnswer(answer, fields, operation.answer.kind === 'list') : answer;
}

function isAboveCeiling({ directives, priceMicros }: Call): boolean {
  return directives?.maxCostMicros !== undefined && priceMicros > directives.maxCostMicros;
}

function aboveCeiling({ directives, priceMicros }: Call): Problem {
  const price_usd = formatUsd(priceMicros);
  const detail = `This request costs $${price_usd}, and its x-max-cost-usd header allows $${formatUsd(directives!.maxCostMicros!)}.`;
  return new Problem('price_above_ceiling', detail, { members: { price_usd } });
}

/** Headers that say something of the answer's content. */
function describe(call: Call, { listEnd, mediaExpiresAtSeconds }: Answer): void {
  if (listEnd) call.setHeader('x-list-end', listEnd);
  if (mediaExpiresAtSeconds !== undefined)
    call.setHeader('x-media-expires-at', new Date(mediaExpiresAtSeconds * 1_000).toISOString());
}
