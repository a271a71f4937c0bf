import { Connections, type Share } from './connections';
import { Exchange } from './exchange';
import { UpstreamFailure } from './failure';

/** Eighty connections for ten families: shares of eight, of which four are kept and two are spare. */
const connectionsOf = (maxWaiting = 1_000) => {
  const connections = new Connections(80, 10, maxWaiting);
  return { connections, shares: Array.from({ length: 10 }, () => connections.addShare()) };
};

function exchangeOf(accountId: number): Exchange {
  const exchange = new Exchange(60_000);
  exchange.accountId = accountId;
  return exchange;
}

/** Takes connections for requests of one account until one has to wait. @returns how many it got. */
function fill(connections: Connections, share: Share, accountId: number): number {
  const before = share.underWay;
  for (;;) {
    const exchange = exchangeOf(accountId);
    const waiting = share.line.length;
    connections.acquire(share, exchange).catch(() => undefined);
    if (share.line.length === waiting) continue;
    exchange.abort(new UpstreamFailure('aborted', 'enough'));
    return share.underWay - before;
  }
}

describe('Connections', () => {
  it('lends what is idle, but for half of each other share', () => {
    const { connections, shares } = connectionsOf();
    fill(connections, shares[0]!, 1);
    fill(connections, shares[0]!, 2);
    expect(shares[0]!.underWay).toBe(80 - 9 * 4);
    for (const share of shares.slice(1)) {
      fill(connections, share, 1);
      fill(connections, share, 2);
    }
    expect(shares.slice(1).map(({ underWay }) => underWay)).toEqual(Array(9).fill(4));
  });

  it('gives back what was lent: what ends goes to families that have less than they', async () => {
    const { connections, shares } = connectionsOf();
    const [greedy, late] = shares as [Share, Share];
    fill(connections, greedy, 1);
    fill(connections, greedy, 2);
    fill(connections, late, 1);
    const more = connections.acquire(greedy, exchangeOf(2));
    const turns = Array.from({ length: 8 }, () => connections.acquire(late, exchangeOf(3)));
    for (let ended = 0; ended < 8; ended++) connections.release(greedy, 1);
    await Promise.all(turns);
    expect(late.byAccount.get(3)).toBe(8);
    expect(greedy.line.length).toBe(1);
    connections.release(late, 1);
    await more;
  });

  it('keeps the last few of a family for accounts that have few', () => {
    const { connections, shares } = connectionsOf();
    expect(fill(connections, shares[0]!, 1)).toBe(80 - 9 * 4 - 2);
    expect(fill(connections, shares[0]!, 2)).toBe(2);
    expect(fill(connections, shares[0]!, 3)).toBe(0);
  });

  it('lets accounts that wait take turns', async () => {
    const { connections, shares } = connectionsOf();
    const [share] = shares as [Share];
    fill(connections, share, 1);
    fill(connections, share, 2);
    const order: number[] = [];
    const waiting = [3, 3, 3, 4, 5].map((accountId) =>
      connections.acquire(share, exchangeOf(accountId)).then(() => order.push(accountId)),
    );
    for (let ended = 0; ended < 8; ended++) connections.release(share, 1);
    await Promise.all(waiting);
    expect(order).toEqual([3, 4, 5, 3, 3]);
  });

  it('bounds how many wait, in all and of one account', async () => {
    const { connections, shares } = connectionsOf(8);
    const [share] = shares as [Share];
    fill(connections, share, 1);
    fill(connections, share, 2);
    const exchanges = [1, 2, 3, 3, 3, 3, 4].map(exchangeOf);
    const waiting = exchanges.map((exchange) => connections.acquire(share, exchange));
    await expect(connections.acquire(share, exchangeOf(3))).rejects.toMatchObject({ bound: 'waiting_per_account' });
    const last = exchangeOf(6);
    exchanges.push(last);
    waiting.push(connections.acquire(share, last));
    await expect(connections.acquire(share, exchangeOf(7))).rejects.toMatchObject({
      bound: 'waiting',
      kind: 'retry_later',
      retryAfterSeconds: 1,
    });
    for (const exchange of exchanges) exchange.abort(new UpstreamFailure('timeout', 'deadline passed'));
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map((one) => one.status === 'rejected' && one.reason.bound)).toEqual(Array(8).fill('waiting_ms'));
  });

  it('has all of them again when everything has ended', () => {
    const { connections, shares } = connectionsOf();
    const [share] = shares as [Share];
    for (let round = 0; round < 3; round++) {
      const exchange = exchangeOf(1);
      for (let taken = 0; taken < 42; taken++) void connections.acquire(share, exchange);
      expect(share.line.length).toBe(0);
      for (let taken = 0; taken < 42; taken++) connections.release(share, 1);
    }
    expect(share.underWay).toBe(0);
    expect(share.byAccount.size).toBe(0);
    expect(fill(connections, share, 1)).toBe(42);
  });
});
