import { LocalRateStore } from './local-rate.store';

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
  ])('with %d processes gives each its share of ten, so that together they never exceed it', async (count, share) => {
    expect(await admittedOf(new LocalRateStore({ count }, clock), 100)).toBe(share);
  });

  it('spreads a share below one a second over several seconds', async () => {
    nowMs = 0;
    const store = new LocalRateStore({ count: 5 }, clock);
    const taken: boolean[] = [];
    for (nowMs of [0, 1_000, 2_000, 3_000, 5_000]) taken.push((await store.take(7, 2)).admitted);
    expect(taken).toEqual([true, false, false, true, false]);
  });

  it('follows the number of processes while it runs', async () => {
    nowMs = 0;
    const processes = { count: 2 };
    const store = new LocalRateStore(processes, clock);
    expect(await admittedOf(store, 20)).toBe(5);
    processes.count = 1;
    expect(await admittedOf(store, 20)).toBe(5);
  });

  it('counts what was admitted elsewhere', async () => {
    nowMs = 0;
    const store = new LocalRateStore({ count: 1 }, clock);
    for (let i = 0; i < 8; i++) store.note(7);
    expect(await admittedOf(store, 20)).toBe(2);
  });
});
