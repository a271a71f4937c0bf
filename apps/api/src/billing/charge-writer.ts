import { sqlState } from '../database/failures';
import type { UsageRecord } from '../usage/usage-record';
import { writeApart } from '../usage/write-apart';
import type { ChargesRepository } from './charges.repository';
import type { RefusedCharge } from './refused-charge';
import type { Verdict } from './sift-verdicts';

/** What became of one charge; `balanceMicros` is the account's balance right after it. */
export type ChargeOutcome = { readonly accepted: true; readonly balanceMicros: bigint } | RefusedCharge;

/** Where the charges of a batch go, one by one. */
export interface Results<Entry> {
  answer(entry: Entry, outcome: ChargeOutcome): void;
  fail(entry: Entry, error: unknown): void;
  sendAgain(entries: readonly Entry[]): void;
  /** Somebody else holds their account, or something of it. */
  setAside(entries: readonly Entry[]): void;
}

const uniqueViolation = '23505';
const lockNotAvailable = '55P03';

/** Sends a batch of charges, and finds out for each what became of it: what stands in the way of one does not stop the others. */
export class ChargeWriter<Entry extends { readonly record: UsageRecord }> {
  constructor(
    private readonly charges: ChargesRepository,
    private readonly results: Results<Entry>,
  ) {}

  /** @throws when nothing can be charged; what became of those that were not handed on by then may be unknown. */
  write(batch: readonly Entry[], patient: boolean): Promise<void> {
    return writeApart(
      batch,
      (part) => this.send(part, patient),
      (entry, error) => this.results.fail(entry, error),
    );
  }

  /** Answers those that are in the ledger already, and gives the others. */
  async deliverCharged(batch: readonly Entry[]): Promise<Entry[]> {
    const balances = await this.charges.lookUp(batch.map(({ record }) => record.requestId));
    return batch.filter((entry) => {
      const balanceMicros = balances.get(entry.record.requestId);
      if (balanceMicros === undefined) return true;
      this.results.answer(entry, { accepted: true, balanceMicros });
      return false;
    });
  }

  private async send(batch: readonly Entry[], patient: boolean): Promise<void> {
    const records = batch.map(({ record }) => record);
    try {
      this.deliver(batch, await this.charges.charge(records, patient));
    } catch (error) {
      if (sqlState(error) === uniqueViolation) await this.sendUncharged(batch, patient, error);
      else if (sqlState(error) !== lockNotAvailable) throw error;
      else if (patient) await this.send(batch, false);
      else await this.isolate(batch);
    }
  }

  /** A request of the batch has been charged before: that is its answer, and the others are sent again. */
  private async sendUncharged(batch: readonly Entry[], patient: boolean, error: unknown): Promise<void> {
    const rest = await this.deliverCharged(batch);
    if (rest.length === batch.length) throw error;
    if (rest.length > 0) await this.send(rest, patient);
  }

  /** Somebody holds something else than accounts that the batch needs. Whose it is shows in halves, then halves of those. */
  private async isolate(batch: readonly Entry[]): Promise<void> {
    // A whole table is felt also when there is nothing to charge: then there is nobody to be set apart.
    await this.charges.charge([], false);
    const accountIds = [...new Set(batch.map(({ record }) => record.accountId))];
    if (accountIds.length === 1) return this.results.setAside(batch);
    const half = new Set(accountIds.slice(accountIds.length >> 1));
    await this.send(
      batch.filter(({ record }) => !half.has(record.accountId)),
      false,
    );
    await this.send(
      batch.filter(({ record }) => half.has(record.accountId)),
      false,
    );
  }

  private deliver(batch: readonly Entry[], verdicts: readonly Verdict[]): void {
    const again: Entry[] = [];
    const locked: Entry[] = [];
    for (const [index, entry] of batch.entries()) {
      const { refusal, balanceMicros } = verdicts[index]!;
      const requiredMicros = entry.record.priceMicros;
      if (refusal === null) this.results.answer(entry, { accepted: true, balanceMicros });
      else if (refusal === 'again') again.push(entry);
      else if (refusal === 'locked') locked.push(entry);
      else this.results.answer(entry, { accepted: false, reason: refusal, balanceMicros, requiredMicros });
    }
    if (again.length > 0) this.results.sendAgain(again);
    if (locked.length > 0) this.results.setAside(locked);
  }
}
