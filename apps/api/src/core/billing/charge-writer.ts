import { clock } from '../../platform/clock';
import { sqlState, sqlStates } from '../../platform/database/failures';
import { newRequestId } from '../../platform/http/request-id';
import type { UsageRecord } from '../usage/usage-record';
import { writeBisecting } from '../usage/write-bisecting';
import type { ChargeOutcome, Refusal, RepeatVerdict } from './charge-outcome';
import type { ChargesRepository } from './charges.repository';
import type { ChargeResult } from './resolve-batch';

/** Where the charges of a batch go, one by one. */
export interface Results<Entry> {
  /** Those of a batch that are still to be sent: a part is sent again only for what has not been settled meanwhile. */
  open(batch: readonly Entry[]): Entry[];
  answer(entry: Entry, outcome: ChargeOutcome): void;
  fail(entry: Entry, error: unknown): void;
  retry(entries: readonly Entry[]): void;
  /** Another session has locked the account, whose balance is given, or one of its rows. */
  setAside(entry: Entry, balanceMicros?: bigint): void;
}

/** No key has this lineage: it has no caps. */
const noLineage = 0;
/** The longest that a search for what is locked may keep other batches waiting. */
const isolateMs = 100;

/** A charge of now that has nothing of this one's but its account and its price: what stands in its way stands in everybody's. */
export function plainCharge(record: UsageRecord): UsageRecord {
  return { ...record, requestId: newRequestId(), lineageId: noLineage };
}

/** Sends a batch of charges, and finds out for each what became of it: what stands in the way of one does not stop the others. */
export class ChargeWriter<Entry extends { readonly record: UsageRecord }> {
  constructor(
    private readonly charges: ChargesRepository,
    private readonly results: Results<Entry>,
  ) {}

  /**
   * @param waitMs how long to wait for an account that another session holds; 0 to set its charges aside at once.
   * @throws when nothing can be charged; what became of those that are open still may be unknown.
   */
  write(batch: readonly Entry[], waitMs: number, untilMs = Number.POSITIVE_INFINITY): Promise<void> {
    return writeBisecting(
      batch,
      (part) => this.send(part, waitMs, untilMs),
      (entry, error) => this.results.fail(entry, error),
    );
  }

  /** Answers those that are in the ledger already, and gives the others. */
  async deliverCharged(batch: readonly Entry[]): Promise<Entry[]> {
    const balances = await this.charges.lookUp(batch.map(({ record }) => record));
    return batch.filter((entry) => {
      const balanceMicros = balances.get(entry.record.requestId);
      if (balanceMicros === undefined) return true;
      this.results.answer(entry, { accepted: true, balanceMicros });
      return false;
    });
  }

  private async send(part: readonly Entry[], waitMs: number, untilMs: number): Promise<void> {
    const batch = this.results.open(part);
    if (batch.length === 0) return;
    const records = batch.map(({ record }) => record);
    try {
      this.deliver(batch, await this.charges.charge(records, waitMs));
    } catch (error) {
      if (sqlState(error) === sqlStates.uniqueViolation) await this.sendUncharged(batch, waitMs, untilMs, error);
      else if (sqlState(error) !== sqlStates.lockNotAvailable) throw error;
      else if (waitMs > 0) await this.send(batch, 0, untilMs);
      else await this.isolate(batch, Math.min(untilMs, clock.nowMs() + isolateMs));
    }
  }

  /** A request of the batch has been charged before: that is its answer, and the others are sent again. */
  private async sendUncharged(batch: readonly Entry[], waitMs: number, untilMs: number, error: unknown): Promise<void> {
    const rest = await this.deliverCharged(batch);
    if (rest.length === batch.length) throw error;
    await this.send(rest, waitMs, untilMs);
  }

  /** Another session has locked a row of the batch that is not an account. Bisecting the batch shows whose row it is. */
  private async isolate(batch: readonly Entry[], untilMs: number): Promise<void> {
    // A lock on what every charge needs stops this rehearsed charge, too: then no account is to be set apart.
    await this.charges.rehearse([plainCharge(batch[0]!.record)]);
    const accountIds = [...new Set(batch.map(({ record }) => record.accountId))];
    if (accountIds.length === 1 || clock.nowMs() > untilMs) {
      for (const entry of batch) this.results.setAside(entry);
      return;
    }
    const half = new Set(accountIds.slice(accountIds.length >> 1));
    for (const isInHalf of [false, true]) {
      await this.write(
        batch.filter(({ record }) => half.has(record.accountId) === isInHalf),
        0,
        untilMs,
      );
    }
  }

  private deliver(batch: readonly Entry[], resolved: readonly ChargeResult[]): void {
    const retries: Entry[] = [];
    for (const [index, entry] of batch.entries()) {
      const { refusal, balanceMicros, firstRequestId } = resolved[index]!;
      const requiredMicros = entry.record.priceMicros;
      if (refusal === null) this.results.answer(entry, { accepted: true, balanceMicros });
      else if (refusal === 'retry') retries.push(entry);
      else if (refusal === 'locked') this.results.setAside(entry, balanceMicros);
      else if (firstRequestId !== undefined)
        this.results.answer(entry, {
          accepted: false,
          reason: refusal as RepeatVerdict,
          balanceMicros,
          firstRequestId,
        });
      else this.results.answer(entry, { accepted: false, reason: refusal as Refusal, balanceMicros, requiredMicros });
    }
    if (retries.length > 0) this.results.retry(retries);
  }
}
