import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../database/connection';
import { isUndone, NotConnected } from '../database/failures';
import { type Resolvers, withResolvers } from '../jobs/promises';
import type { UsageRecord } from '../usage/usage-record';
import type { ChargeListener } from './charge-listener';
import { type ChargeOutcome, ChargeWriter, type Results } from './charge-writer';
import type { ChargesRepository } from './charges.repository';
import { LockedAccounts } from './locked-accounts';
import { CallerGone, chargeUnavailable } from './refused-charge';

/** How much may wait. Past a bound a charge is refused with `service_unavailable`, and nothing is charged. */
export interface ChargeBounds {
  readonly maxBatch: number;
  readonly maxWaiting: number;
  /** From being asked for to its answer, whatever the database does. */
  readonly maxWaitMs: number;
}

const standardBounds: ChargeBounds = { maxBatch: 1_000, maxWaiting: 10_000, maxWaitMs: 3_000 };
const retryMs = 100;
const proveMs = 250;
const closeTimeoutMs = 10_000;
/** How often the queue looks for those who have waited too long. */
const sweepMs = 100;
/** How long the queue rests when there is nothing to send but charges of accounts that are locked. */
const restMs = 10;
/** When nothing was charged for so long although something was to be, charges cannot be written. */
const stallMs = 1_000;
/** What failed may have failed for itself alone: after so long a rehearsal without it will do. */
const rehearsedMs = 30_000;

interface Waiting {
  readonly record: UsageRecord;
  readonly isGone: (() => boolean) | undefined;
  readonly sinceMs: number;
  readonly resolve: (outcome: ChargeOutcome) => void;
  readonly reject: (error: Error) => void;
  /** Taken into a batch, and neither answered nor put back yet. */
  open: boolean;
  /** Its caller has been told that nothing is charged. */
  released: boolean;
}

/**
 * Group commit: one batch of charges is under way, whatever is asked meanwhile is the next one. No timer, so an idle
 * service charges at once and a busy one shares each commit among many.
 *
 * Everything that is sent, sent again or tried out is sent by one loop, one after the other.
 */
export class ChargeQueue {
  private waiting: Waiting[] = [];
  private readonly locked = new LockedAccounts<Waiting>();
  private sent: readonly Waiting[] = [];
  private sentAtMs = 0;
  /** What could not be charged last; undefined as long as nothing is known to stand in the way. */
  private failed: readonly UsageRecord[] | undefined;
  private failedSinceMs = 0;
  private proof: Resolvers<void> | undefined;
  private working: Promise<void> | undefined;
  private sweeping: NodeJS.Timeout | undefined;
  private closed = false;
  private ended = false;
  private readonly writer: ChargeWriter<Waiting>;

  constructor(
    private readonly charges: ChargesRepository,
    private readonly connection: Connection,
    private readonly listener: ChargeListener,
    private readonly bounds: ChargeBounds = standardBounds,
  ) {
    const results: Results<Waiting> = {
      answer: (entry, outcome) => this.answer(entry, outcome),
      fail: (entry, error) => this.fail(entry, error),
      sendAgain: (entries) => this.putBack(entries),
      setAside: (entries) => this.setAside(entries),
    };
    this.writer = new ChargeWriter(charges, results);
  }

  /** How many charges wait for the next batch. */
  get length(): number {
    return this.waiting.length;
  }

  /** How many may wait. */
  get capacity(): number {
    return this.bounds.maxWaiting;
  }

  /** How many accounts somebody else holds, with charges that wait for them. */
  get lockedAccounts(): number {
    return this.locked.size;
  }

  /** Whether charges can be made, as far as the last batches tell; a moment without is no reason to refuse anybody. */
  get isWritable(): boolean {
    if (!this.failed && this.sent.length === 0) return true;
    return performance.now() - (this.failed ? this.failedSinceMs : this.sentAtMs) <= stallMs;
  }

  /** @throws {Problem} `service_unavailable` while a charge of this account would wait in vain: nothing is to be spent on it. */
  requireWritable(accountId: number): void {
    const sinceMs = this.locked.waitingSinceMs(accountId);
    if (!this.isWritable || (sinceMs !== undefined && performance.now() - sinceMs > stallMs)) throw chargeUnavailable();
  }

  /** Resolves as soon as the database has shown that it takes charges. */
  whenWritable(): Promise<void> {
    this.proof ??= withResolvers();
    this.begin();
    return this.proof.promise;
  }

  /**
   * Charges the price of a request, once per request id. Durably committed when it resolves to `accepted`.
   * @param isGone asked just before the charge is sent: a caller that hung up is not charged.
   * @throws {Problem} `service_unavailable` when too much waits or the database is out of reach; nothing was charged then,
   *   or will be taken back.
   * @throws {CallerGone} when `isGone` said so.
   */
  charge(record: UsageRecord, isGone?: () => boolean): Promise<ChargeOutcome> {
    if (this.closed || this.waiting.length >= this.bounds.maxWaiting) return Promise.reject(chargeUnavailable());
    return new Promise((resolve, reject) => {
      const sinceMs = performance.now();
      this.waiting.push({ record, isGone, sinceMs, resolve, reject, open: false, released: false });
      this.begin();
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
    this.ended = true;
    clearInterval(this.sweeping);
    await this.connection.close();
  }

  private begin(): void {
    this.sweeping ??= setInterval(() => this.sweep(), sweepMs).unref();
    this.working ??= this.work();
  }

  private get hasWork(): boolean {
    const isAsked = this.failed !== undefined || this.proof !== undefined;
    return this.waiting.length > 0 || this.locked.size > 0 || (isAsked && !this.closed);
  }

  private async work(): Promise<void> {
    // A turn later: this is assigned before it can be over, also when all of a batch are gone, and whoever else comes in
    // this turn is taken along.
    await undefined;
    while (this.hasWork) {
      if (this.waiting.length > 0) await this.settle(this.takeBatch(), true);
      const due = this.locked.takeDue(performance.now(), (entry) => this.isTaken(entry));
      if (due.length > 0) await this.settle(due, false);
      if (this.waiting.length > 0) continue;
      if (this.failed || this.proof) await this.prove();
      else if (this.locked.size > 0) await sleep(restMs);
    }
    this.working = undefined;
  }

  private takeBatch(): Waiting[] {
    const taken = this.waiting.splice(0, this.bounds.maxBatch);
    const isLocked = ({ record }: Waiting) => this.locked.has(record.accountId);
    this.setAside(taken.filter(isLocked));
    return taken.filter((entry) => !isLocked(entry) && this.isTaken(entry));
  }

  private isTaken(entry: Waiting): boolean {
    entry.open = !entry.isGone?.();
    if (!entry.open) entry.reject(new CallerGone());
    return entry.open;
  }

  /** @param patient whether to wait for accounts that somebody else holds, as long as the connection lets it. */
  private async settle(batch: readonly Waiting[], patient: boolean): Promise<void> {
    if (batch.length === 0) return;
    this.sent = batch;
    this.sentAtMs = performance.now();
    try {
      await this.writer.write(batch, patient);
      this.noteSuccess();
    } catch (error) {
      const open = batch.filter((entry) => entry.open);
      this.noteFailure(error, recordsOf(open));
      if (error instanceof NotConnected || isUndone(error)) this.putBack(open);
      else await this.recover(open);
      await sleep(retryMs);
    } finally {
      this.sent = [];
    }
  }

  /**
   * The outcome of a batch is unknown. The new connection waits until the old one has ended in the server too (see
   * `charge-connection.ts`), so what it then finds is final: what is not there goes to the front of the queue.
   */
  private async recover(open: readonly Waiting[]): Promise<void> {
    while (!this.ended) {
      this.connection.cut();
      try {
        this.putBack(await this.writer.deliverCharged(open));
        return;
      } catch {
        await sleep(retryMs);
      }
    }
  }

  /** Finds out whether charges can be made, when none waits: by what failed, if something did. */
  private async prove(): Promise<void> {
    const isOwnFault = performance.now() - this.failedSinceMs > rehearsedMs;
    const records = isOwnFault ? [] : (this.failed ?? []);
    try {
      await this.charges.rehearse(records);
      this.noteSuccess();
    } catch (error) {
      this.noteFailure(error, records);
      await sleep(proveMs);
    }
  }

  private noteSuccess(): void {
    if (this.failed) this.listener.onRecovery();
    this.failed = undefined;
    this.proof?.resolve();
    this.proof = undefined;
  }

  private noteFailure(error: unknown, records: readonly UsageRecord[]): void {
    if (!this.failed) {
      this.failedSinceMs = this.sent.length > 0 ? this.sentAtMs : performance.now();
      this.listener.onFault(error);
    }
    this.failed = records;
  }

  /** Answers those who have waited too long. What is under way may still be charged, and is then taken back. */
  private sweep(): void {
    const earliestMs = performance.now() - this.bounds.maxWaitMs;
    const isOverdue = ({ sinceMs }: Waiting) => sinceMs < earliestMs;
    for (const entry of this.locked.takeBefore(earliestMs)) entry.reject(chargeUnavailable());
    if (this.waiting.some(isOverdue)) {
      for (const entry of this.waiting.filter(isOverdue)) entry.reject(chargeUnavailable());
      this.waiting = this.waiting.filter((entry) => !isOverdue(entry));
    }
    const doubtful = this.sent.filter((entry) => entry.open && !entry.released && isOverdue(entry));
    for (const entry of doubtful) {
      entry.released = true;
      entry.reject(chargeUnavailable());
    }
    if (doubtful.length > 0) this.listener.onDoubt(recordsOf(doubtful));
    if (this.working) return;
    clearInterval(this.sweeping);
    this.sweeping = undefined;
  }

  private putBack(entries: readonly Waiting[]): void {
    for (const entry of entries) entry.open = false;
    this.waiting.unshift(...entries.filter((entry) => !entry.released));
  }

  private setAside(entries: readonly Waiting[]): void {
    for (const entry of entries) {
      entry.open = false;
      if (!entry.released && !this.locked.add(entry)) entry.reject(chargeUnavailable());
    }
  }

  private answer(entry: Waiting, outcome: ChargeOutcome): void {
    entry.open = false;
    const { accountId } = entry.record;
    this.listener.onOutcome(accountId, outcome);
    if (this.locked.has(accountId)) this.putBack(this.locked.free(accountId));
    if (entry.released && outcome.accepted) this.listener.onChargedInVain(entry.record);
    entry.resolve(outcome);
  }

  private fail(entry: Waiting, error: unknown): void {
    this.listener.onFault(error);
    entry.open = false;
    entry.reject(error instanceof Error ? error : new Error(String(error)));
  }
}

function recordsOf(entries: readonly Waiting[]): UsageRecord[] {
  return entries.map(({ record }) => record);
}
