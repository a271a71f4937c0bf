import type { Exchange } from './exchange';
import { BoundPassed, UpstreamFailure } from './failure';
import { FairLine } from './fair-line';

/** What one family of requests has of the connections, and who waits for more. */
export class Share {
  underWay = 0;
  readonly byAccount = new Map<number, number>();
  readonly line = new FairLine<() => void>();
}

/**
 * All connections to the upstream, in equal shares. A share lends what it does not use but for half of it, which is there at once
 * when its family comes; a connection that ends goes first to a family that has less than its share. The last few that a family
 * may have are for accounts that have few: no account fills a share alone.
 */
export class Connections {
  private readonly shares: Share[] = [];
  private readonly shareSize: number;
  private readonly keptPerShare: number;
  private readonly sparePerShare: number;
  private free: number;
  /** Of the free ones, those that only their own family may take. */
  private kept: number;
  private waiting = 0;

  constructor(
    total: number,
    shareCount: number,
    private readonly maxWaiting: number,
  ) {
    this.shareSize = Math.max(1, Math.floor(total / shareCount));
    this.keptPerShare = Math.ceil(this.shareSize / 2);
    this.sparePerShare = Math.floor(this.keptPerShare / 2);
    this.free = Math.max(total, shareCount);
    this.kept = this.keptPerShare * shareCount;
  }

  addShare(): Share {
    const share = new Share();
    this.shares.push(share);
    return share;
  }

  /**
   * Takes a connection for an exchange.
   * @throws {UpstreamFailure} when too many wait already, or when the exchange ends while it waits.
   */
  async acquire(share: Share, exchange: Exchange): Promise<void> {
    const { accountId } = exchange;
    if (this.mayTake(share, accountId)) this.take(share, accountId);
    else await this.wait(share, exchange);
  }

  release(share: Share, accountId: number): void {
    const ofAccount = share.byAccount.get(accountId)! - 1;
    if (ofAccount > 0) share.byAccount.set(accountId, ofAccount);
    else share.byAccount.delete(accountId);
    share.underWay -= 1;
    this.free += 1;
    if (share.underWay < this.keptPerShare) this.kept += 1;
    while (this.waiting > 0 && this.serveOne());
  }

  private mayTake(share: Share, accountId: number): boolean {
    const own = Math.max(0, this.keptPerShare - share.underWay);
    const room = own + this.free - this.kept;
    if (room > this.sparePerShare) return true;
    return room > 0 && (share.byAccount.get(accountId) ?? 0) < this.sparePerShare;
  }

  private take(share: Share, accountId: number): void {
    if (share.underWay < this.keptPerShare) this.kept -= 1;
    share.underWay += 1;
    this.free -= 1;
    share.byAccount.set(accountId, (share.byAccount.get(accountId) ?? 0) + 1);
  }

  private async wait(share: Share, exchange: Exchange): Promise<void> {
    const { line } = share;
    const { accountId } = exchange;
    if (line.length >= this.maxWaiting)
      throw new BoundPassed('waiting', `${line.length} requests wait for a connection`, 'retry_later');
    if (line.lengthOf(accountId) >= this.maxWaiting / 2)
      throw new BoundPassed('waiting_per_account', 'too many of one account wait for a connection', 'retry_later');
    try {
      await exchange.wait<void>((granted) => {
        const entry = () => {
          this.waiting -= 1;
          this.take(share, accountId);
          granted();
        };
        line.add(accountId, entry);
        this.waiting += 1;
        return () => {
          line.remove(accountId, entry);
          this.waiting -= 1;
        };
      });
    } catch (error) {
      if (!(error instanceof UpstreamFailure) || error.kind !== 'timeout') throw error;
      throw new BoundPassed('waiting_ms', 'no connection became free before the deadline', 'retry_later');
    }
  }

  /** Lets one that waits have its turn: families below their share first, then those that have least. */
  private serveOne(): boolean {
    const waiting = this.shares.filter(({ line }) => line.length > 0).sort((a, b) => a.underWay - b.underWay);
    for (const share of waiting) {
      const entry = share.line.take((accountId) => this.mayTake(share, accountId));
      if (!entry) continue;
      entry();
      return true;
    }
    return false;
  }
}
