import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../http/problem';
import type { UsageRecord } from '../usage/usage-record';
import { sqlState, writeApart } from '../usage/write-apart';
import { type ChargeConnection, NotConnected } from './charge-connection';
import type { ChargesRepository } from './charges.repository';
import type { RefusedCharge } from './refused-charge';
import type { Verdict } from './sift-verdicts';

/** What became of one charge; `balanceMicros` is the account's balance right after it. */
export type ChargeOutcome = { readonly accepted: true; readonly balanceMicros: bigint } | RefusedCharge;

/** How much may wait. Past a bound a charge is refused with `service_unavailable`, and nothing is charged. */
export interface ChargeBounds {
  readonly maxBatch: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

/** Who wants to know what the queue sees. */
export interface ChargeListener {
  onOutcome(accountId: number, outcome: ChargeOutcome): void;
  /** A batch or a row failed; the queue deals with it, this is for the log. */
  onFault(error: unknown): void;
}

const standardBounds: ChargeBounds = { maxBatch: 1_000, maxWaiting: 10_000, maxWaitMs: 3_000 };
const retryMs = 100;
const closeTimeoutMs = 10_000;
const retryAfterSeconds = 1;
const uniqueViolation = '23505';

/** The caller hung up before its charge was sent: it was dropped, and nothing was charged. */
export class CallerGone extends Error {}

interface Waiting {
  readonly record: UsageRecord;
  readonly isGone: (() => boolean) | undefined;
  readonly sinceMs: number;
  readonly resolve: (outcome: ChargeOutcome) => void;
  readonly reject: (error: Error) => void;
  /** Taken into a batch, and neither answered nor put back yet. */
  open: boolean;
}

/**
 * Group commit: one batch of charges is under way, whatever is asked meanwhile is the next one. No timer, so an idle
 * service charges at once and a busy one shares each commit among many.
 */
export class ChargeQueue {
  private waiting: Waiting[] = [];
  private working: Promise<void> | undefined;
  private closed = false;

  constructor(
    private readonly charges: ChargesRepository,
    private readonly connection: ChargeConnection,
    private readonly listener: ChargeListener,
    private readonly bounds: ChargeBounds = standardBounds,
  ) {}

  /** How many charges wait for the next batch. */
  get length(): number {
    return this.waiting.length;
  }

  /** How many may wait. */
  get capacity(): number {
    return this.bounds.maxWaiting;
  }

  /**
   * Charges the price of a request, once per request id. Durably committed when it resolves to `accepted`.
   * @param isGone asked just before the charge is sent: a caller that hung up is not charged.
   * @throws {Problem} `service_unavailable` when too much waits or the database is out of reach; nothing was charged then.
   * @throws {CallerGone} when `isGone` said so.
   */
  charge(record: UsageRecord, isGone?: () => boolean): Promise<ChargeOutcome> {
    const nowMs = performance.now();
    if (this.closed || this.isFull(nowMs)) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      this.waiting.push({ record, isGone, sinceMs: nowMs, resolve, reject, open: false });
      this.working ??= this.work();
    });
  }

  /** Resolves when nothing waits and nothing is under way. */
  async drain(): Promise<void> {
    await this.working;
  }

  /** Refuses further charges, waits for those that were taken (not for ever: the database may be gone), and closes the connection. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.race([this.drain(), sleep(closeTimeoutMs, undefined, { ref: false })]);
    await this.connection.close();
  }

  private isFull(nowMs: number): boolean {
    const oldest = this.waiting[0];
    if (oldest === undefined) return false;
    return this.waiting.length >= this.bounds.maxWaiting || nowMs - oldest.sinceMs > this.bounds.maxWaitMs;
  }

  private async work(): Promise<void> {
    // A turn later: this is assigned before it can be over, also when all of a batch are gone, and whoever else comes in
    // this turn is taken along.
    await undefined;
    while (this.waiting.length > 0) {
      const batch = this.takeBatch();
      if (batch.length > 0) await this.settle(batch);
    }
    this.working = undefined;
  }

  private takeBatch(): Waiting[] {
    this.refuseOverdue();
    const taken = this.waiting.splice(0, this.bounds.maxBatch);
    return taken.filter((entry) => {
      entry.open = !entry.isGone?.();
      if (!entry.open) entry.reject(new CallerGone());
      return entry.open;
    });
  }

  private refuseOverdue(): void {
    const earliestMs = performance.now() - this.bounds.maxWaitMs;
    if (this.waiting.every((entry) => entry.sinceMs >= earliestMs)) return;
    for (const entry of this.waiting) if (entry.sinceMs < earliestMs) entry.reject(busy());
    this.waiting = this.waiting.filter((entry) => entry.sinceMs >= earliestMs);
  }

  private async settle(batch: Waiting[]): Promise<void> {
    try {
      await writeApart(
        batch,
        (part) => this.write(part),
        (entry, error) => this.fail(entry, error),
      );
    } catch (error) {
      this.listener.onFault(error);
      const open = batch.filter((entry) => entry.open);
      if (error instanceof NotConnected) this.putBack(open);
      else await this.recover(open);
      await sleep(retryMs);
    }
  }

  private async write(batch: readonly Waiting[]): Promise<void> {
    try {
      this.deliver(batch, await this.charges.charge(batch.map((entry) => entry.record)));
    } catch (error) {
      if (sqlState(error) !== uniqueViolation) throw error;
      // A request of the batch has been charged before: that is its answer, and the others are sent again.
      const rest = await this.deliverCharged(batch);
      if (rest.length === batch.length) throw error;
      if (rest.length > 0) await this.write(rest);
    }
  }

  /**
   * The outcome of a batch is unknown. The new connection waits until the old one has ended in the server (see
   * {@link ChargeConnection}), so what it then finds is final: what is not there goes to the front of the queue.
   */
  private async recover(open: Waiting[]): Promise<void> {
    for (;;) {
      this.connection.cut();
      try {
        this.putBack(await this.deliverCharged(open));
        return;
      } catch (error) {
        this.listener.onFault(error);
        this.refuseOverdue();
        await sleep(retryMs);
      }
    }
  }

  /** Answers those that are in the ledger already, and gives the others. */
  private async deliverCharged(batch: readonly Waiting[]): Promise<Waiting[]> {
    const balances = await this.charges.lookUp(batch.map((entry) => entry.record.requestId));
    return batch.filter((entry) => {
      const balanceMicros = balances.get(entry.record.requestId);
      if (balanceMicros === undefined) return true;
      this.answer(entry, { accepted: true, balanceMicros });
      return false;
    });
  }

  private deliver(batch: readonly Waiting[], verdicts: readonly Verdict[]): void {
    const again = batch.filter((entry, index) => {
      const { refusal, balanceMicros } = verdicts[index]!;
      if (refusal === 'again') return true;
      const requiredMicros = entry.record.priceMicros;
      if (refusal === null) this.answer(entry, { accepted: true, balanceMicros });
      else this.answer(entry, { accepted: false, reason: refusal, balanceMicros, requiredMicros });
      return false;
    });
    if (again.length > 0) this.putBack(again);
  }

  private putBack(entries: readonly Waiting[]): void {
    for (const entry of entries) entry.open = false;
    this.waiting.unshift(...entries);
  }

  private answer(entry: Waiting, outcome: ChargeOutcome): void {
    entry.open = false;
    this.listener.onOutcome(entry.record.accountId, outcome);
    entry.resolve(outcome);
  }

  private fail(entry: Waiting, error: unknown): void {
    this.listener.onFault(error);
    entry.open = false;
    entry.reject(error instanceof Error ? error : new Error(String(error)));
  }
}

function busy(): Problem {
  const detail = 'Too much is waiting to be charged, or the database is out of reach. Nothing was charged.';
  return new Problem('service_unavailable', detail, { retryAfterSeconds });
}
