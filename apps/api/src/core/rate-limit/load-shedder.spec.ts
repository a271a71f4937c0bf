import type { Metrics } from '../../platform/observability/metrics';
import { LoadShedder } from './load-shedder';

const capacity = 20;

describe('LoadShedder', () => {
  let load: LoadShedder;
  let reasons: string[];
  beforeEach(() => {
    reasons = [];
    const metrics = { refuse: (reason) => void reasons.push(reason) } as Metrics;
    load = new LoadShedder({ MAX_CONCURRENT_REQUESTS: capacity }, metrics);
  });

  const admitted = (path = '/users/1') =>
    Array.from({ length: 5 }, () => load.refuses({ path })).filter((isRefused) => !isRefused).length;
  const enter = (account: number, count: number) => {
    let entered = 0;
    for (let sent = 0; sent < count; sent++) {
      if (!load.admits(account)) continue;
      load.enter(account);
      entered++;
    }
    return entered;
  };

  it('does not refuse /system/balance or a request outside the data API when the process is full', () => {
    for (const account of [1, 2, 3]) enter(account, 8);
    for (const path of ['/', '/docs/', '/openapi.json', '/dashboard/api/session', '/system/health', '/system/balance'])
      expect(admitted(path)).toBe(5);
    expect(admitted('/oembed')).toBe(0);
  });

  it('admits requests of an account up to half of the capacity, and another request when one ends', () => {
    expect(enter(1, 11)).toBe(10);
    expect(enter(2, 3)).toBe(3);
    expect(enter(1, 1)).toBe(0);
    load.leave(1);
    expect(enter(1, 2)).toBe(1);
    expect(enter(3, 7)).toBe(7);
    expect(load.underWay).toBe(20);
    expect(new Set(reasons)).toEqual(new Set(['account']));
  });

  it('refuses every data request while the process is at its capacity, and none afterwards', () => {
    for (const account of [1, 2, 3]) enter(account, 8);
    expect(load.underWay).toBeGreaterThanOrEqual(capacity);
    expect(admitted()).toBe(0);
    expect(reasons).toEqual(Array(5).fill('requests_under_way'));
    for (const account of [1, 2, 3]) for (let left = 0; left < 8; left++) load.leave(account);
    expect(load.underWay).toBe(0);
    expect(admitted()).toBe(5);
    expect(enter(1, 8)).toBe(8);
  });
});
