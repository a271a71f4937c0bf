import type { RateDecision } from './rate-decision';
import { RateStore } from './rate-store';

const admitted: RateDecision = { admitted: true, remaining: 0, waitMs: 1_000 };
const refused = (waitMs: number): RateDecision => ({ admitted: false, remaining: 0, waitMs });

/** Gives these decisions one after the other. */
class FakeStore extends RateStore {
  constructor(private readonly decisions: (RateDecision | Promise<RateDecision>)[]) {
    super();
  }

  override take(): RateDecision | Promise<RateDecision> {
    return this.decisions.shift()!;
  }
}

describe('RateStore', () => {
  it('decides at once, without a promise, where it can', () => {
    expect(new FakeStore([admitted]).takeOrWait(1, 10)).toBe(admitted);
    const late = refused(10.1);
    expect(new FakeStore([late, admitted]).takeOrWait(1, 10)).toBe(late);
  });

  it('lets a request that comes a moment too early wait for its turn', async () => {
    expect(await new FakeStore([refused(2), admitted]).takeOrWait(1, 10)).toBe(admitted);
    expect(await new FakeStore([Promise.resolve(refused(2)), Promise.resolve(admitted)]).takeOrWait(1, 10)).toBe(
      admitted,
    );
  });

  it('waits once: where another took the turn, the request is refused', async () => {
    const late = refused(3);
    expect(await new FakeStore([refused(2), late, admitted]).takeOrWait(1, 10)).toBe(late);
  });
});
