import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../../platform/clock';
import type { Connection } from '../../platform/database/connection';
import { isUndone, NotConnected } from '../../platform/database/failures';
import { type Resolvers, withResolvers } from '../../platform/promises';
import type { UsageRecord } from '../usage/usage-record';
import { type ChargeListener, type ChargeOutcome, chargeUnavailable, type Payer } from './charge-outcome';
import { ChargeWriter, plainCharge, type Results } from './charge-writer';
import type { ChargesRepository } from './charges.repository';
import { LockedAccounts } from './locked-accounts';
import { WaitingCharge } from './waiting-charge';

/** How much may wait. Past a bound a charge is refused with `service_unavailable`, and nothing is charged. */
export interface ChargeBounds {
  readonly maxBatch: number;
  readonly maxWaiting: number;
  /** From being asked for to its answer, whatever the database does. */
  readonly maxWaitMs: number;
}

export const standardBounds: ChargeBounds = { maxBatch: 1_000, maxWaiting: 10_000, maxWaitMs: 3_000 };
/** For an account that another session holds: longer than a batch of another process takes, and for one that many charge. */
const lockWaitMs = { usual: 50, none: 0, busy: 150 };
const retryMs = 100;
const proveMs = 250;
const closeTimeoutMs = 10_000;
/** How often the queue looks for those who have waited too long. */
const sweepMs = 100;
/** How long the queue rests when there is nothing to send but charges of accounts that are locked. */
const restMs = 10;
/** From the beginning of a batch to that of the next where fewer charges wait: a statement and its commit cost far more than a charge. */
const gathering = { ms: 1, charges: 16 };
/** When nothing was charged for so long although something was to be, charges cannot be written. */
const stallMs = 1_000;
/** What failed may have failed for itself alone: after so long a rehearsal of any other charge will do. */
const rehearsedMs = 30_000;

/**
 * Group commit: one batch of charges is under way, whatever is asked meanwhile is the next one. An idle service charges at once, a
 * busy one shares each commit among many; between them, a few charges wait for others for a moment.
 *
 * Everything that is sent, sent again or tried out is sent by one loop, one after the other.
 */
export class ChargeQueue {
  private waiting: WaitingCharge[] = [];
  private readonly locked = new LockedAccounts<WaitingCharge>();
  private sent: readonly WaitingCharge[] = [];
  private sentAtMs = 0;
  /** What could not be charged last; undefined as long as nothing is known to stand in the way. */
  private failed: readonly UsageRecord[] | undefined;
  private failedSinceMs = 0;
  private proof: Resolvers<void> | undefined;
  private working: Promise<void> | undefined;
  private sweeping: NodeJS.Timeout | undefined;
  private closed = false;
  private ended = false;
  private batchSize: number;
  private readonly writer: ChargeWriter<WaitingCharge>;

  constructor(
    private readonly charges: ChargesRepository,
    private readonly connection: Connection,
    private readonly listener: ChargeListener,
    private readonly bounds: ChargeBounds = standardBounds,
  ) {
    const results: Results<WaitingCharge> = {
      open: (batch) => this.open(batch),
      answer: (entry, outcome) => this.answer(entry, outcome),
      fail: (entry, error) => this.fail(entry, error),
      retry: (entries) => this.putBack(entries),
      setAside: (entry, balanceMicros) => this.setAside(entry, balanceMicros),
    };
    this.batchSize = bounds.maxBatch;
    this.writer = new ChargeWriter(charges, results);
  }

  /** How many charges wait for the next batch. */
  get length(): number {
    return this.waiting.length;
  }

  get oldestMs(): number {
    const oldest = this.sent[0] ?? this.waiting[0];
    return oldest ? clock.nowMs() - oldest.sinceMs : 0;
  }

  /** How many may wait. */
  get capacity(): number {
    return this.bounds.maxWaiting;
  }

  /** How many accounts other sessions hold, with charges that wait for them. */
  get lockedAccounts(): number {
    return this.locked.size;
  }

  /** Whether charges can be made, as far as the last batches tell; a moment without is no reason to refuse anybody. */
  get isWritable(): boolean {
    if (!this.failed && this.sent.length === 0) return true;
    return clock.nowMs() - (this.failed ? this.failedSinceMs : this.sentAtMs) <= stallMs;
  }

  /** @throws {Problem} `service_unavailable` while a charge of this account would wait in vain: nothing is to be spent on it. */
  requireWritable(accountId: number): void {
    const sinceMs = this.locked.waitingSinceMs(accountId);
    if (!this.isWritable || (sinceMs !== undefined && clock.nowMs() - sinceMs > stallMs)) throw chargeUnavailable();
  }

  /** Resolves as soon as the database has shown that it takes charges. */
  whenWritable(): Promise<void> {
    this.proof ??= withResolvers();
    this.begin();
    return this.proof.promise;
  }

  /**
   * Charges the price of a request, once per request id. Durably committed when it resolves to `accepted`.
   * @throws {Problem} `service_unavailable` when too much waits or the database is out of reach; nothing was charged then,
   *   or will be taken back.
   * @throws {CallerGone} when the payer is gone.
   */
  charge(record: UsageRecord, payer?: Payer): Promise<ChargeOutcome> {
    if (this.closed || this.waiting.length >= this.bounds.maxWaiting) return Promise.reject(chargeUnavailable());
    return new Promise((resolve, reject) => {
      this.waiting.push(new WaitingCharge(record, payer, resolve, reject));
      this.begin();
    });
  }

  /** Refuses further charges, waits for those that were taken (not for ever: the database may be gone), and closes the connection. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.race([this.working, sleep(closeTimeoutMs, undefined, { ref: false })]);
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
    // A turn later: this is assigned before it can be over, even when all of a batch are gone, and charges that come in
    // during this turn join the batch.
    await undefined;
    while (this.hasWork) {
      await this.gather();
      // Before anything is taken: who waits for a connection has not been sent, and is refused without a doubt.
      if (!this.connection.isUp && !(await this.connect())) continue;
      await this.settle(this.takeBatch(), lockWaitMs.usual);
      await this.settle(this.locked.takeDue(clock.nowMs()), lockWaitMs.none);
      await this.settle(this.locked.takeBusy(clock.nowMs()), lockWaitMs.busy);
      if (this.waiting.length > 0) continue;
      if (this.failed || this.proof) await this.prove();
      else if (this.locked.size > 0) await sleep(restMs);
    }
    this.working = undefined;
  }

  private async connect(): Promise<boolean> {
    try {
      await this.connection.open();
      return true;
    } catch (error) {
      this.noteFailure(error, this.failed ?? []);
      await sleep(retryMs);
      return false;
    }
  }

  private async gather(): Promise<void> {
    const leftMs = this.sentAtMs + gathering.ms - clock.nowMs();
    if (this.waiting.length < gathering.charges && leftMs > 0) await sleep(leftMs);
  }

  private takeBatch(): WaitingCharge[] {
    const taken = this.waiting.splice(0, this.batchSize);
    const isLocked = ({ record }: WaitingCharge) => this.locked.has(record.accountId);
    for (const entry of taken.filter(isLocked)) this.setAside(entry);
    return taken.filter((entry) => !isLocked(entry) && entry.isWanted());
  }

  /** @param waitMs for accounts that another session holds. */
  private async settle(batch: readonly WaitingCharge[], waitMs: number): Promise<void> {
    if (batch.length === 0) return;
    this.sent = batch;
    this.sentAtMs = clock.nowMs();
    for (const entry of batch) entry.send(this.sentAtMs, batch.length);
    try {
      await this.writer.write(batch, waitMs);
      this.noteSuccess();
    } catch (error) {
      this.noteFailure(error, recordsOf(batch));
      // It may have been too much for a database that is slow now, and would be again.
      this.batchSize = Math.max(1, batch.length >> 1);
      const open = batch.filter(({ isOpen }) => isOpen);
      if (error instanceof NotConnected || isUndone(error)) this.putBack(open);
      else await this.recover(open);
      await sleep(retryMs);
    } finally {
      this.listener.onBatch?.(batch);
      this.sent = [];
    }
  }

  /**
   * The outcome of a batch is unknown. The new connection waits until the old one has ended in the server too (see
   * `chargeConnection`), so what it then finds is final: what is not there goes to the front of the queue.
   */
  private async recover(open: readonly WaitingCharge[]): Promise<void> {
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
    const isOwnFault = clock.nowMs() - this.failedSinceMs > rehearsedMs;
    const records = this.failed?.slice(0, isOwnFault ? 1 : this.batchSize) ?? [];
    try {
      await this.charges.rehearse(isOwnFault ? records.map(plainCharge) : records);
      this.noteSuccess();
    } catch (error) {
      this.noteFailure(error, this.failed ?? []);
      await sleep(proveMs);
    }
  }

  private noteSuccess(): void {
    if (this.failed) this.listener.onRecovery();
    this.failed = undefined;
    this.batchSize = Math.min(2 * this.batchSize, this.bounds.maxBatch);
    this.proof?.resolve();
    this.proof = undefined;
  }

  private noteFailure(error: unknown, records: readonly UsageRecord[]): void {
    if (!this.failed) {
      this.failedSinceMs = this.sent.length > 0 ? this.sentAtMs : clock.nowMs();
      this.listener.onFault(error);
    }
    this.failed = records;
  }

  /** Answers those who have waited too long. What is under way may still be charged, and is then taken back. */
  private sweep(): void {
    const earliestMs = clock.nowMs() - this.bounds.maxWaitMs;
    const isOverdue = ({ sinceMs }: WaitingCharge) => sinceMs < earliestMs;
    for (const entry of this.locked.takeBefore(earliestMs)) entry.refuse(chargeUnavailable());
    if (this.waiting.some(isOverdue)) {
      for (const entry of this.waiting.filter(isOverdue)) entry.refuse(chargeUnavailable());
      this.waiting = this.waiting.filter((entry) => !isOverdue(entry));
    }
    const doubtful = this.sent.filter((entry) => entry.state === 'sent' && isOverdue(entry));
    for (const entry of doubtful) entry.letGo();
    if (doubtful.length > 0) this.listener.onDoubt(recordsOf(doubtful));
    if (this.working) return;
    clearInterval(this.sweeping);
    this.sweeping = undefined;
  }

  /** For a part that has not been charged, and of which nothing is under way. */
  private open(part: readonly WaitingCharge[]): WaitingCharge[] {
    for (const entry of part) if (entry.state === 'doubtful') entry.state = 'settled';
    return part.filter(({ isOpen }) => isOpen);
  }

  private putBack(entries: readonly WaitingCharge[]): void {
    const open = this.open(entries);
    for (const entry of open) entry.state = 'waiting';
    this.waiting.unshift(...open);
  }

  private setAside(entry: WaitingCharge, balanceMicros?: bigint): void {
    if (entry.state === 'doubtful') entry.state = 'settled';
    else if (this.locked.add(entry, balanceMicros)) entry.state = 'waiting';
    else entry.refuse(chargeUnavailable());
  }

  private answer(entry: WaitingCharge, outcome: ChargeOutcome): void {
    const { accountId } = entry.record;
    this.listener.onOutcome(accountId, outcome);
    this.locked.noteFree(accountId, clock.nowMs());
    if (entry.state === 'doubtful' && outcome.accepted) this.listener.onChargedInVain(entry.record);
    entry.settle(outcome);
  }

  private fail(entry: WaitingCharge, error: unknown): void {
    this.listener.onFault(error);
    entry.refuse(error instanceof Error ? error : new Error(String(error)));
  }
}

function recordsOf(entries: readonly WaitingCharge[]): UsageRecord[] {
  return entries.map(({ record }) => record);
}
