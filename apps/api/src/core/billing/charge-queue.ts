import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../../platform/clock';
import type { Connection } from '../../platform/database/connection';
import { isOutOfReach, isUndone, NotConnected } from '../../platform/database/failures';
import { type Resolvers, withResolvers } from '../../platform/promises';
import type { UsageRecord } from '../usage/usage-record';
import { BatchWriter, PendingCharge, probeFor, recordsOf, unsent } from './charge-batch';
import { type ChargeListener, type ChargeOutcome, chargeUnavailable, type Payer } from './charge-outcome';
import type { ChargesRepository } from './charges.repository';
import { ContendedAccounts } from './contended-accounts';

/** Limits of a queue. Above `maxWaiting` or `maxWaitMs`, a charge is refused with `service_unavailable`. */
export interface ChargeBounds {
  readonly maxBatch: number;
  readonly maxWaiting: number;
  /** From the call of `charge` to its outcome, in milliseconds. */
  readonly maxWaitMs: number;
}

export const standardBounds: ChargeBounds = { maxBatch: 1_000, maxWaiting: 10_000, maxWaitMs: 3_000 };
/** How long to wait for a locked account. `usual` outlasts another process's batch, `busy` ends before the statement timeout. */
const lockWaitMs = { usual: 50, contended: 0, busy: 1_000 };
const retryMs = 100;
const probeEveryMs = 250;
const closeTimeoutMs = 10_000;
/** How often the queue looks for overdue charges. */
const sweepEveryMs = 100;
/** Pause while all waiting charges are of contended accounts. */
const idleMs = 10;
/** A commit costs far more than a charge, so batches of fewer charges are sent at least this long apart. */
const gathering = { charges: 16, ms: 1 };
/** A batch or a failure that lasts longer than this means that charges cannot be written. */
const stallMs = 1_000;

/** Group commit: while one batch is being written, the next one forms. Batches are sent one after the other. */
export class ChargeQueue {
  private queued: PendingCharge[] = [];
  private readonly contended = new ContendedAccounts();
  private sent: readonly PendingCharge[] = [];
  private sentAtMs = 0;
  /** The records of the last failed batch; undefined while charges can be written. */
  private failed: readonly UsageRecord[] | undefined;
  private failedSinceMs = 0;
  /** Whether the listener knows a failure that is no outage. An outage may hide another reason, so it is reported again. */
  private isReported = false;
  private writable: Resolvers<void> | undefined;
  private running: Promise<void> | undefined;
  private sweeping: NodeJS.Timeout | undefined;
  private isClosing = false;
  private isClosed = false;
  private batchSize: number;
  private readonly writer: BatchWriter;

  constructor(
    private readonly ledger: ChargesRepository,
    private readonly connection: Connection,
    private readonly listener: ChargeListener,
    private readonly bounds: ChargeBounds = standardBounds,
  ) {
    this.batchSize = bounds.maxBatch;
    this.writer = new BatchWriter(ledger, {
      complete: (charge, outcome) => this.complete(charge, outcome),
      fail: (charge, error) => this.fail(charge, error),
      requeue: (charges) => this.requeue(charges),
      defer: (charge, balanceMicros) => this.defer(charge, balanceMicros),
    });
  }

  get length(): number {
    return this.queued.length;
  }

  get oldestMs(): number {
    const oldest = this.sent[0] ?? this.queued[0];
    return oldest ? clock.nowMs() - oldest.sinceMs : 0;
  }

  get capacity(): number {
    return this.bounds.maxWaiting;
  }

  get lockedAccounts(): number {
    return this.contended.size;
  }

  /** Whether charges can be written, judging by the last batches. A short failure does not count. */
  get isWritable(): boolean {
    if (!this.failed && this.sent.length === 0) return true;
    return clock.nowMs() - (this.failed ? this.failedSinceMs : this.sentAtMs) <= stallMs;
  }

  /** Refuses requests whose charge could not be written. @throws {Problem} `service_unavailable` */
  requireWritable(accountId: number): void {
    const sinceMs = this.contended.waitingSinceMs(accountId);
    if (!this.isWritable || (sinceMs !== undefined && clock.nowMs() - sinceMs > stallMs)) throw chargeUnavailable();
  }

  /** Resolves once a batch or a probe shows that charges can be written. */
  whenWritable(): Promise<void> {
    this.writable ??= withResolvers();
    this.start();
    return this.writable.promise;
  }

  /**
   * Charges the price of a request, once per request id. `accepted` means that the charge is committed.
   * @param payer not charged if it leaves before the charge is sent
   * @throws {Problem} `service_unavailable` when the queue is closing, too many charges wait or the database does not
   * confirm the charge in time; nothing was charged, or the charge will be reversed
   * @throws {CallerGone} when the payer left; the error of the database when it rejects the data of this charge
   */
  charge(record: UsageRecord, payer?: Payer): Promise<ChargeOutcome> {
    if (this.isClosing || this.queued.length >= this.bounds.maxWaiting) return Promise.reject(chargeUnavailable());
    return new Promise((resolve, reject) => {
      this.queued.push(new PendingCharge(record, payer, resolve, reject));
      this.start();
    });
  }

  /** Refuses new charges, waits up to ten seconds for the pending ones, and closes the connection. */
  async close(): Promise<void> {
    this.isClosing = true;
    await Promise.race([this.running, sleep(closeTimeoutMs, undefined, { ref: false })]);
    this.isClosed = true;
    clearInterval(this.sweeping);
    await this.connection.close();
  }

  private start(): void {
    this.sweeping ??= setInterval(() => this.sweep(), sweepEveryMs).unref();
    this.running ??= this.run();
  }

  private get hasWork(): boolean {
    const isProbing = this.failed !== undefined || this.writable !== undefined;
    return this.queued.length > 0 || this.contended.size > 0 || (isProbing && !this.isClosing);
  }

  private async run(): Promise<void> {
    // Charges of the same tick join the first batch.
    await undefined;
    while (this.hasWork) {
      await this.gather();
      // Connect before taking charges, because charges that are still queued can be refused safely.
      if (!this.connection.isUp && !(await this.connect())) continue;
      await this.send(this.takeBatch(), lockWaitMs.usual);
      await this.send(this.contended.takeDue(clock.nowMs()), lockWaitMs.contended);
      await this.send(this.contended.takeBusy(clock.nowMs()), lockWaitMs.busy);
      if (this.queued.length > 0) continue;
      if (this.failed || this.writable) await this.probe();
      else if (this.contended.size > 0) await sleep(idleMs);
    }
    this.running = undefined;
  }

  private async gather(): Promise<void> {
    const leftMs = this.sentAtMs + gathering.ms - clock.nowMs();
    if (this.queued.length < gathering.charges && leftMs > 0) await sleep(leftMs);
  }

  private async connect(): Promise<boolean> {
    try {
      await this.connection.open();
      return true;
    } catch (error) {
      this.recordFailure(error, this.failed ?? []);
      await sleep(retryMs);
      return false;
    }
  }

  private takeBatch(): PendingCharge[] {
    const taken = this.queued.splice(0, this.batchSize);
    const isContended = ({ record }: PendingCharge) => this.contended.has(record.accountId);
    for (const charge of taken.filter(isContended)) this.defer(charge);
    return taken.filter((charge) => !isContended(charge) && charge.isWanted());
  }

  private async send(batch: readonly PendingCharge[], waitMs: number): Promise<void> {
    if (batch.length === 0) return;
    this.sent = batch;
    this.sentAtMs = clock.nowMs();
    for (const charge of batch) charge.send(this.sentAtMs, batch.length);
    try {
      await this.writer.write(batch, waitMs);
      this.recordSuccess();
    } catch (error) {
      this.recordFailure(error, recordsOf(batch));
      // The database may be too slow for this batch size.
      this.batchSize = Math.max(1, batch.length >> 1);
      const open = batch.filter(({ isOpen }) => isOpen);
      if (error instanceof NotConnected || isUndone(error)) this.requeue(open);
      else await this.recover(open);
      await sleep(retryMs);
    } finally {
      this.listener.onBatch?.(batch);
      this.sent = [];
    }
  }

  /** Looks up a batch whose result was lost. The reconnect fences the old session (see `chargeConnection`). */
  private async recover(open: readonly PendingCharge[]): Promise<void> {
    while (!this.isClosed) {
      this.connection.cut();
      try {
        this.requeue(await this.writer.completeCommitted(open));
        return;
      } catch {
        await sleep(retryMs);
      }
    }
  }

  /** While no charge is queued, tests whether charges can be written: sends copies of failed charges and rolls back. */
  private async probe(): Promise<void> {
    const failed = this.failed ?? [];
    try {
      await this.ledger.probe(failed.slice(0, this.batchSize).map(probeFor));
      this.recordSuccess();
    } catch (error) {
      this.recordFailure(error, failed);
      this.batchSize = Math.max(1, this.batchSize >> 1);
      await sleep(probeEveryMs);
    }
  }

  private recordSuccess(): void {
    if (this.isReported) this.listener.onRecovery();
    this.isReported = false;
    this.failed = undefined;
    this.batchSize = Math.min(2 * this.batchSize, this.bounds.maxBatch);
    this.writable?.resolve();
    this.writable = undefined;
  }

  private recordFailure(error: unknown, records: readonly UsageRecord[]): void {
    if (!this.failed) this.failedSinceMs = this.sent.length > 0 ? this.sentAtMs : clock.nowMs();
    if (!this.isReported) {
      this.listener.onError(error);
      this.isReported = !isOutOfReach(error);
    }
    this.failed = records;
  }

  /** Refuses overdue charges. Overdue charges in the current batch become in-doubt. */
  private sweep(): void {
    const earliestMs = clock.nowMs() - this.bounds.maxWaitMs;
    const isOverdue = ({ sinceMs }: PendingCharge) => sinceMs < earliestMs;
    const overdue = [...this.contended.takeOlder(earliestMs), ...this.queued.filter(isOverdue)];
    if (overdue.length > 0) this.queued = this.queued.filter((charge) => !isOverdue(charge));
    for (const charge of overdue) charge.refuse(chargeUnavailable());
    const inDoubt = this.sent.filter((charge) => charge.state === 'sent' && isOverdue(charge));
    if (inDoubt.length > 0) this.listener.onInDoubt(recordsOf(inDoubt));
    for (const charge of inDoubt) charge.markInDoubt();
    if (this.running) return;
    clearInterval(this.sweeping);
    this.sweeping = undefined;
  }

  private complete(charge: PendingCharge, outcome: ChargeOutcome): void {
    const { accountId } = charge.record;
    this.listener.onOutcome(accountId, outcome);
    this.contended.recordFree(accountId, clock.nowMs());
    if (charge.state === 'in-doubt' && outcome.accepted) this.listener.onLateCommit(charge.record);
    charge.complete(outcome);
  }

  private fail(charge: PendingCharge, error: unknown): void {
    this.listener.onError(error);
    charge.refuse(error instanceof Error ? error : new Error(String(error)));
  }

  private requeue(charges: readonly PendingCharge[]): void {
    const open = unsent(charges);
    for (const charge of open) charge.state = 'queued';
    this.queued.unshift(...open);
  }

  private defer(charge: PendingCharge, balanceMicros?: bigint): void {
    if (charge.state === 'in-doubt') charge.state = 'done';
    else if (this.contended.add(charge, balanceMicros)) charge.state = 'queued';
    else charge.refuse(chargeUnavailable());
  }
}
