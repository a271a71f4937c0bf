import { RateStore } from './rate-store';
import type { RateDecision } from './sliding-window';

const admitted: RateDecision = { admitted: true, remaining: 3, waitMs: 999.2 };
const refused = (waitMs: number): RateDecision => ({ admitted: false, remaining: 0, waitMs });

/** Gives these decisions one after the other. */
class FakeStore extends RateStore {
  constructor(private readonly decisions: RateDecision[]) {
    super();
  }

  override async take(): Promise<RateDecision> {
    return this.decisions.shift()!;
  }
}

describe('RateStore', () => {
  const ask = (...decisions: RateDecision[]) => new FakeStore(decisions).increment('7', 1_000, 10);
  const free = { totalHits: 7, timeToExpire: 1, isBlocked: false, timeToBlockExpire: 0 };

  it('tells the throttler what is left, and how long to wait, to the millisecond', async () => {
    expect(await ask(admitted)).toEqual(free);
    const blocked = { totalHits: 11, timeToExpire: 0.011, isBlocked: true, timeToBlockExpire: 0.011 };
    expect(await ask(refused(10.1), admitted)).toEqual(blocked);
  });

  it('lets a request that comes a moment too early wait for its turn', async () => {
    expect(await ask(refused(2), admitted)).toEqual(free);
  });

  it('waits once: where another took the turn, the request is refused', async () => {
    expect(await ask(refused(2), refused(3), admitted)).toMatchObject({ isBlocked: true, timeToBlockExpire: 0.003 });
  });
});
