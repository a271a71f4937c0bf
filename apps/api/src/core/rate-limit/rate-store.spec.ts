import fc from 'fast-check';
import { LocalRateStore, type RateDecision, RateStore, SlidingWindow, SlidingWindows, windowMs } from './rate-store';

const admitted: RateDecision = { admitted: true, remaining: 3, waitMs: 999.2 };
const refused = (waitMs: number): RateDecision => ({ admitted: false, remaining: 0, waitMs });

class FakeStore extends RateStore {
  constructor(private readonly decisions: RateDecision[]) {
    super();
  }

  override async take(): Promise<RateDecision> {
    return this.decisions.shift()!;
  }
}

describe('RateStore', () => {
  const take = (...decisions: RateDecision[]) => new FakeStore(decisions).increment('7', 1_000, 10);
  const free = { totalHits: 7, timeToExpire: 1, isBlocked: false, timeToBlockExpire: 0 };

  it('reports the remaining requests, and the wait to the millisecond', async () => {
    expect(await take(admitted)).toMatchObject(free);
    const blocked = { totalHits: 11, timeToExpire: 0.011, isBlocked: true, timeToBlockExpire: 0.011 };
    expect(await take(refused(10.1), admitted)).toMatchObject(blocked);
  });

  it('delays and admits a request that arrives a few milliseconds too early', async () => {
    expect(await take(refused(2), admitted)).toMatchObject(free);
  });

  it('delays only once, and refuses when another request took the slot', async () => {
    expect(await take(refused(2), refused(3), admitted)).toMatchObject({ isBlocked: true, timeToBlockExpire: 0.003 });
  });
});

describe('LocalRateStore', () => {
  let nowMs = 0;
  const clock = () => nowMs;
  const admittedOf = async (store: LocalRateStore, attempts: number, limit = 10) => {
    const decisions = await Promise.all(Array.from({ length: attempts }, () => store.take(7, limit)));
    return decisions.filter(({ admitted }) => admitted).length;
  };

  it.each([
    [1, 10],
    [2, 5],
    [3, 3],
    [4, 2],
    [10, 1],
  ])('gives each of %d processes its share of the limit 10, which they never exceed together', async (count, share) => {
    expect(await admittedOf(new LocalRateStore({ count }, clock), 100)).toBe(share);
  });

  it('spreads a share of less than one request per second over several seconds', async () => {
    nowMs = 0;
    const store = new LocalRateStore({ count: 5 }, clock);
    const taken: boolean[] = [];
    for (nowMs of [0, 1_000, 2_000, 3_000, 5_000]) taken.push((await store.take(7, 2)).admitted);
    expect(taken).toEqual([true, false, false, true, false]);
  });

  it('adapts the share to the number of processes at run time', async () => {
    nowMs = 0;
    const processes = { count: 2 };
    const store = new LocalRateStore(processes, clock);
    expect(await admittedOf(store, 20)).toBe(5);
    processes.count = 1;
    expect(await admittedOf(store, 20)).toBe(5);
  });

  it('counts requests that another store admitted', async () => {
    nowMs = 0;
    const store = new LocalRateStore({ count: 1 }, clock);
    for (let i = 0; i < 8; i++) store.record(7);
    expect(await admittedOf(store, 20)).toBe(2);
  });
});

function admittedTimes(limit: number, arrivalsMs: readonly number[]): number[] {
  const window = new SlidingWindow();
  return arrivalsMs.filter((timeMs) => window.take(limit, windowMs, timeMs).admitted);
}

/** Arrival times: bursts, trickles, and gaps that hit the edge of the window exactly. */
const arrivals = fc
  .array(
    fc.oneof(fc.constantFrom(0, 1, windowMs - 1, windowMs, windowMs + 1), fc.double({ min: 0, max: 400, noNaN: true })),
    {
      maxLength: 300,
    },
  )
  .map((gaps) => {
    let time = 5;
    return gaps.map((gap) => {
      time += gap;
      return time;
    });
  });

describe('SlidingWindow', () => {
  it('never admits more than the limit in any second, whenever that second begins', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), arrivals, (limit, times) => {
        const passed = admittedTimes(limit, times);
        for (const [index, startMs] of passed.entries()) {
          const next = passed[index + limit];
          if (next !== undefined) expect(next - startMs).toBeGreaterThanOrEqual(windowMs);
        }
      }),
    );
  });

  it('refuses a request only when the second before it already contains as many requests as the limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), arrivals, (limit, times) => {
        const window = new SlidingWindow();
        const passed: number[] = [];
        for (const timeMs of times) {
          const hasRoom = passed.filter((earlier) => timeMs - earlier < windowMs).length < limit;
          expect(window.take(limit, windowMs, timeMs).admitted).toBe(hasRoom);
          if (hasRoom) passed.push(timeMs);
        }
      }),
    );
  });

  it('returns a wait after which the next request is admitted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), arrivals, (limit, times) => {
        const window = new SlidingWindow();
        for (const timeMs of times) {
          const { admitted, waitMs } = window.take(limit, windowMs, timeMs);
          expect(waitMs).toBeGreaterThan(0);
          expect(waitMs).toBeLessThanOrEqual(windowMs);
          if (admitted) continue;
          // Slightly later, because of floating-point rounding.
          expect(window.take(limit, windowMs, timeMs + waitMs + 1e-6).admitted).toBe(true);
          return;
        }
      }),
    );
  });

  it('counts down the remaining requests', () => {
    const window = new SlidingWindow();
    const left = [0, 1, 2, 3].map((timeMs) => window.take(3, windowMs, timeMs).remaining);
    expect(left).toEqual([2, 1, 0, 0]);
  });

  it('applies a limit that is changed at run time', () => {
    const window = new SlidingWindow();
    const burst = (limit: number, timeMs: number) =>
      Array.from({ length: 100 }, () => window.take(limit, windowMs, timeMs)).filter(({ admitted }) => admitted).length;
    expect([burst(10, 0), burst(30, 100), burst(5, 200), burst(5, 1_000), burst(5, 1_100)]).toEqual([10, 20, 0, 0, 5]);
    expect(window.take(5, windowMs, 1_100)).toMatchObject({ admitted: false, remaining: 0, waitMs: 1_000 });
  });

  it('admits all requests of a group or none, and returns the wait until it can admit all', () => {
    const window = new SlidingWindow();
    const take = (requests: number, timeMs: number) => window.take(10, windowMs, timeMs, requests);
    expect([take(4, 0), take(4, 100)].map(({ admitted }) => admitted)).toEqual([true, true]);
    expect(take(3, 200)).toEqual({ admitted: false, remaining: 2, waitMs: 800 });
    expect(take(2, 300)).toEqual({ admitted: true, remaining: 0, waitMs: 700 });
    expect(take(6, 400)).toEqual({ admitted: false, remaining: 0, waitMs: 700 });
    expect(take(6, 1_100)).toMatchObject({ admitted: true, remaining: 2 });
  });

  it('never admits a group that is larger than the limit', () => {
    const window = new SlidingWindow();
    expect(window.take(3, windowMs, 0, 4)).toEqual({ admitted: false, remaining: 3, waitMs: windowMs });
    window.take(3, windowMs, 0);
    expect(window.take(3, windowMs, 500, 4)).toEqual({ admitted: false, remaining: 2, waitMs: 500 });
  });

  it('returns the wait until enough requests have left the window after the limit was lowered', () => {
    const window = new SlidingWindow();
    for (let timeMs = 0; timeMs < 10; timeMs++) window.take(10, windowMs, timeMs);
    expect(window.take(3, windowMs, 10)).toEqual({ admitted: false, remaining: 0, waitMs: 997 });
  });
});

describe('SlidingWindows', () => {
  it('retains a window as long as it contains a request', () => {
    const windows = new SlidingWindows();
    const take = (timeMs: number) => windows.of(1, windowMs, timeMs).take(1, windowMs, timeMs).admitted;
    expect([take(0), take(999), take(1_000), take(1_500), take(1_999), take(2_000)]).toEqual([
      true,
      false,
      true,
      false,
      false,
      true,
    ]);
  });

  it('drops the windows of keys that are no longer in use', () => {
    const windows = new SlidingWindows();
    for (let keyId = 0; keyId < 1_000; keyId++) windows.of(keyId, windowMs, 0);
    for (const timeMs of [1_000, 2_000]) windows.of(0, windowMs, timeMs);
    expect(windows.size).toBe(1);
  });
});
