import { LimitExceeded, UpstreamFailure } from './failure';
import { FairQueue } from './fair-queue';
import type { UpstreamContext } from './upstream-context';

/** Limits the concurrent requests of one family. One account may use 3/4 of the slots; accounts are served round-robin. */
export class Bulkhead {
  private readonly byAccount = new Map<number, number>();
  private readonly queue = new FairQueue<() => void>();
  private readonly perAccount: number;
  private taken = 0;

  /** @param maxWaiting size of the queue; one account may fill half of it */
  constructor(
    private readonly slots: number,
    private readonly maxWaiting: number,
  ) {
    this.perAccount = Math.ceil((slots * 3) / 4);
  }

  get underWay(): number {
    return this.taken;
  }

  get waiting(): number {
    return this.queue.length;
  }

  /** Takes a slot or waits. @throws {UpstreamFailure} if the queue or an account's half is full, or the context ends */
  async acquire(context: UpstreamContext): Promise<void> {
    const { accountId } = context;
    if (this.mayTake(accountId)) this.take(accountId);
    else await this.wait(context);
  }

  release(accountId: number): void {
    const ofAccount = this.byAccount.get(accountId)! - 1;
    if (ofAccount > 0) this.byAccount.set(accountId, ofAccount);
    else this.byAccount.delete(accountId);
    this.taken -= 1;
    this.queue.take((account) => this.mayTake(account))?.();
  }

  private mayTake(accountId: number): boolean {
    return this.taken < this.slots && (this.byAccount.get(accountId) ?? 0) < this.perAccount;
  }

  private take(accountId: number): void {
    this.taken += 1;
    this.byAccount.set(accountId, (this.byAccount.get(accountId) ?? 0) + 1);
  }

  private async wait(context: UpstreamContext): Promise<void> {
    const { queue, maxWaiting } = this;
    const { accountId } = context;
    if (queue.length >= maxWaiting)
      throw new LimitExceeded('waiting', `${queue.length} requests wait for a slot`, 'retry_later');
    if (queue.lengthOf(accountId) >= maxWaiting / 2)
      throw new LimitExceeded('waiting_per_account', 'too many requests of one account wait for a slot', 'retry_later');
    try {
      await context.wait<void>((granted) => {
        const entry = () => {
          this.take(accountId);
          granted();
        };
        queue.add(accountId, entry);
        return () => queue.remove(accountId, entry);
      });
    } catch (error) {
      if (!(error instanceof UpstreamFailure) || error.kind !== 'timeout') throw error;
      throw new LimitExceeded('waiting_ms', 'no slot became free before the deadline', 'retry_later');
    }
  }
}
