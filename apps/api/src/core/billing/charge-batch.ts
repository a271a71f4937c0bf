import { clock } from '../../platform/clock';
import { sqlState, sqlStates } from '../../platform/database/failures';
import { newRequestId } from '../../platform/http/request-id';
import type { UsageRecord } from '../usage/usage-record';
import { isDataError } from '../usage/write-bisecting';
import {
  type ChargeOutcome,
  type ChargeTimes,
  chargeInDoubt,
  type Payer,
  type Refusal,
  type RepeatVerdict,
} from './charge-outcome';
import type { ChargeResult, ChargesRepository } from './charges.repository';
import { resolveRefusals } from './refused-too-early';

/** No key has this family id, so no cap applies. */
const noKeyFamily = 0;
/** How long a search for locked rows may delay other batches. */
const isolateMs = 100;

/** A charge, which is queued, sent in a batch, and then completed or refused. */
export class PendingCharge implements ChargeTimes {
  readonly sinceMs = clock.nowMs();
  sentAtMs: number | undefined;
  batchSize = 0;
  /** `in-doubt`: the charge was sent, but its caller already got an error. If it commits, it is reversed. */
  state: 'queued' | 'sent' | 'in-doubt' | 'done' = 'queued';

  constructor(
    readonly record: UsageRecord,
    readonly payer: Payer | undefined,
    private readonly resolve: (outcome: ChargeOutcome) => void,
    private readonly reject: (error: Error) => void,
  ) {
    payer?.noteCharge?.(this);
  }

  get isOpen(): boolean {
    return this.state === 'sent' || this.state === 'in-doubt';
  }

  /** Refuses the charge if its payer objects. @returns whether the charge must still be made */
  isWanted(): boolean {
    const objection = this.payer?.objection;
    if (objection) this.refuse(objection);
    return !objection;
  }

  send(atMs: number, batchSize: number): void {
    this.state = 'sent';
    this.sentAtMs = atMs;
    this.batchSize = batchSize;
  }

  complete(outcome: ChargeOutcome): void {
    this.state = 'done';
    this.resolve(outcome);
  }

  refuse(error: Error): void {
    this.state = 'done';
    this.reject(error);
  }

  /** Rejects the caller before the outcome is known. */
  markInDoubt(): void {
    this.state = 'in-doubt';
    this.reject(chargeInDoubt());
  }
}

export interface BatchResults {
  complete(charge: PendingCharge, outcome: ChargeOutcome): void;
  fail(charge: PendingCharge, error: unknown): void;
  /** Queues charges again. None of them was made. */
  requeue(charges: readonly PendingCharge[]): void;
  /** Nothing was charged: a row of the account is locked. `balanceMicros` is set if that row holds the balance. */
  defer(charge: PendingCharge, balanceMicros?: bigint): void;
}

/** Writes batches of charges. A charge that fails does not stop the other charges of its batch. */
export class BatchWriter {
  constructor(
    private readonly ledger: ChargesRepository,
    private readonly results: BatchResults,
  ) {}

  /**
   * Charges a batch in one transaction, or in several if one of its charges fails.
   * @param batch charges that were sent; charges with a known outcome are skipped
   * @param waitMs how long to wait for a locked account; 0 defers its charges at once
   * @param isolateUntilMs when to stop the search for a locked row, on the monotonic clock
   * @throws when no charge can be written; the outcome of open charges may then be unknown
   */
  async write(batch: readonly PendingCharge[], waitMs: number, isolateUntilMs?: number): Promise<void> {
    const charges = unsent(batch);
    if (charges.length === 0) return;
    try {
      this.deliver(charges, await this.ledger.charge(recordsOf(charges), waitMs));
    } catch (error) {
      await this.writeInParts(charges, error, waitMs, isolateUntilMs);
    }
  }

  /** Completes the charges that are committed. @returns the charges that are not committed */
  async completeCommitted(batch: readonly PendingCharge[]): Promise<PendingCharge[]> {
    const balances = await this.ledger.lookUp(recordsOf(batch));
    return batch.filter((charge) => {
      const balanceMicros = balances.get(charge.record.requestId);
      if (balanceMicros === undefined) return true;
      this.results.complete(charge, { accepted: true, balanceMicros });
      return false;
    });
  }

  private async writeInParts(
    charges: readonly PendingCharge[],
    error: unknown,
    waitMs: number,
    isolateUntilMs = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    const state = sqlState(error);
    if (state === sqlStates.lockNotAvailable)
      return waitMs > 0 ? this.write(charges, 0, isolateUntilMs) : this.isolateLock(charges, isolateUntilMs);
    if (state === sqlStates.uniqueViolation) {
      // A request of the batch has already been charged. That charge is its outcome.
      const others = await this.completeCommitted(charges);
      if (others.length < charges.length) return this.write(others, waitMs, isolateUntilMs);
    }
    if (!isDataError(error)) throw error;
    if (charges.length === 1) return this.results.fail(charges[0]!, error);
    for (const half of halvesOf(charges)) await this.write(half, waitMs, isolateUntilMs);
  }

  /** Another transaction has locked a row that holds no balance. Halving the batch finds the account of the row. */
  private async isolateLock(charges: readonly PendingCharge[], isolateUntilMs: number): Promise<void> {
    // Throws when the lock blocks every charge, not only the charges of one account.
    await this.ledger.probe([probeFor(charges[0]!.record)]);
    const untilMs = Math.min(isolateUntilMs, clock.nowMs() + isolateMs);
    if (accountsOf(charges).length === 1 || clock.nowMs() > untilMs) {
      for (const charge of charges) this.results.defer(charge);
    } else {
      for (const half of halvesOf(charges)) await this.write(half, 0, untilMs);
    }
  }

  private deliver(charges: readonly PendingCharge[], results: readonly ChargeResult[]): void {
    const retries: PendingCharge[] = [];
    for (const [index, result] of resolveRefusals(recordsOf(charges), results).entries()) {
      const charge = charges[index]!;
      if (result.refusal === 'retry') retries.push(charge);
      else if (result.refusal === 'locked') this.results.defer(charge, result.balanceMicros);
      else this.results.complete(charge, outcomeOf(charge, result));
    }
    if (retries.length > 0) this.results.requeue(retries);
  }
}

function outcomeOf({ record }: PendingCharge, result: ChargeResult): ChargeOutcome {
  const { refusal, balanceMicros, firstRequestId } = result;
  if (refusal === null) return { accepted: true, balanceMicros };
  if (firstRequestId !== undefined)
    return { accepted: false, reason: refusal as RepeatVerdict, balanceMicros, firstRequestId };
  return { accepted: false, reason: refusal as Refusal, balanceMicros, requiredMicros: record.priceMicros };
}

/** A charge of the same account and price, without caps. If it fails, every charge of the account fails. */
export function probeFor(record: UsageRecord): UsageRecord {
  return { ...record, requestId: newRequestId(), keyFamilyId: noKeyFamily };
}

export function recordsOf(charges: readonly PendingCharge[]): UsageRecord[] {
  return charges.map(({ record }) => record);
}

/** The charges of an unwritten batch that must still be sent. Drops charges whose callers already got an error. */
export function unsent(batch: readonly PendingCharge[]): PendingCharge[] {
  for (const charge of batch) if (charge.state === 'in-doubt') charge.state = 'done';
  return batch.filter(({ isOpen }) => isOpen);
}

function accountsOf(charges: readonly PendingCharge[]): number[] {
  return [...new Set(charges.map(({ record }) => record.accountId))];
}

/** Splits by account, or by order if all charges are of one account. */
function halvesOf(charges: readonly PendingCharge[]): PendingCharge[][] {
  const accountIds = accountsOf(charges);
  const middle = charges.length >> 1;
  if (accountIds.length === 1) return [charges.slice(0, middle), charges.slice(middle)];
  const second = new Set(accountIds.slice(accountIds.length >> 1));
  return [false, true].map((isSecond) => charges.filter(({ record }) => second.has(record.accountId) === isSecond));
}
