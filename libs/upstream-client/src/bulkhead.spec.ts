import { Bulkhead } from './bulkhead';
import { UpstreamFailure } from './failure';
import { UpstreamContext } from './upstream-context';

const contextOf = (accountId: number) => new UpstreamContext(60_000, () => accountId);

const giveUp = new UpstreamFailure('aborted', 'enough');

/** Acquires slots for one account until a request has to wait. @returns how many it got */
function fill(bulkhead: Bulkhead, accountId: number): number {
  const before = bulkhead.underWay;
  for (;;) {
    const context = contextOf(accountId);
    const { waiting } = bulkhead;
    bulkhead.acquire(context).catch(() => undefined);
    if (bulkhead.waiting === waiting) continue;
    context.abort(giveUp);
    return bulkhead.underWay - before;
  }
}

describe('Bulkhead', () => {
  it('gives one account at most three quarters of the slots', () => {
    const bulkhead = new Bulkhead(8, 100);
    expect([1, 2, 3].map((accountId) => fill(bulkhead, accountId))).toEqual([6, 2, 0]);
  });

  it('gives the only slot to the first account that requests it', () => {
    const bulkhead = new Bulkhead(1, 100);
    expect([1, 2].map((accountId) => fill(bulkhead, accountId))).toEqual([1, 0]);
  });

  it('serves waiting accounts round-robin', async () => {
    const bulkhead = new Bulkhead(8, 100);
    fill(bulkhead, 1);
    fill(bulkhead, 2);
    const order: number[] = [];
    const waiting = [3, 3, 3, 4, 5].map((accountId) =>
      bulkhead.acquire(contextOf(accountId)).then(() => order.push(accountId)),
    );
    for (let ended = 0; ended < 5; ended++) bulkhead.release(1);
    await Promise.all(waiting);
    expect(order).toEqual([3, 4, 5, 3, 3]);
  });

  it('skips an account that holds its maximum when a slot becomes free', async () => {
    const bulkhead = new Bulkhead(4, 100);
    fill(bulkhead, 1);
    fill(bulkhead, 2);
    const order: string[] = [];
    const first = bulkhead.acquire(contextOf(1)).then(() => order.push('first account'));
    const second = bulkhead.acquire(contextOf(2)).then(() => order.push('second account'));
    bulkhead.release(2);
    await second;
    bulkhead.release(1);
    await first;
    expect(order).toEqual(['second account', 'first account']);
  });

  it('limits the queue in total and per account', async () => {
    const bulkhead = new Bulkhead(8, 8);
    fill(bulkhead, 1);
    fill(bulkhead, 2);
    const contexts = [1, 2, 3, 3, 3, 3, 4].map(contextOf);
    const waiting = contexts.map((context) => bulkhead.acquire(context));
    await expect(bulkhead.acquire(contextOf(3))).rejects.toMatchObject({ bound: 'waiting_per_account' });
    const last = contextOf(6);
    contexts.push(last);
    waiting.push(bulkhead.acquire(last));
    await expect(bulkhead.acquire(contextOf(7))).rejects.toMatchObject({
      bound: 'waiting',
      kind: 'retry_later',
      retryAfterSeconds: 1,
    });
    for (const context of contexts) context.abort(new UpstreamFailure('timeout', 'deadline passed'));
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map((one) => one.status === 'rejected' && one.reason.bound)).toEqual(Array(8).fill('waiting_ms'));
  });

  it('makes all slots available again once they are released', () => {
    const bulkhead = new Bulkhead(8, 100);
    for (let round = 0; round < 3; round++) {
      expect(fill(bulkhead, 1)).toBe(6);
      for (let taken = 0; taken < 6; taken++) bulkhead.release(1);
    }
    expect(bulkhead.underWay).toBe(0);
  });
});
