import { EventEmitter } from 'node:events';
import { ConcurrentRequests, maxConcurrentPerKey } from './concurrent-requests';

class FakeResponse extends EventEmitter {
  destroyed = false;

  close(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

describe('ConcurrentRequests', () => {
  const response = () => new FakeResponse() as FakeResponse & Parameters<ConcurrentRequests['enter']>[1];

  it('gives a key a third of the process’s slots, and at least one', () => {
    const perKey = [600, 20, 2].map((MAX_CONCURRENT_REQUESTS) => maxConcurrentPerKey({ MAX_CONCURRENT_REQUESTS }));
    expect(perKey).toEqual([200, 7, 1]);
  });

  it('admits as many requests as the limit of a key, and another one as soon as one ends', () => {
    const requests = new ConcurrentRequests(2);
    const [first, second] = [response(), response()];
    expect([requests.enter(1, first), requests.enter(1, second), requests.enter(1, response())]).toEqual([
      true,
      true,
      false,
    ]);
    expect(requests.enter(2, response())).toBe(true);
    first.close();
    expect([requests.enter(1, response()), requests.enter(1, response())]).toEqual([true, false]);
  });

  it('does not count a caller who has already disconnected', () => {
    const requests = new ConcurrentRequests(1);
    const gone = response();
    gone.destroyed = true;
    expect([requests.enter(1, gone), requests.enter(1, response())]).toEqual([true, true]);
  });

  it('admits as many requests as before once all requests have ended', () => {
    const requests = new ConcurrentRequests(3);
    for (let round = 0; round < 5; round++) {
      const all = [response(), response(), response()];
      expect(all.map((one) => requests.enter(1, one))).toEqual([true, true, true]);
      for (const one of all) one.close();
    }
  });
});
