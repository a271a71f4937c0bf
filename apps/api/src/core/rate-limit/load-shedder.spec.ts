import type { Metrics } from '../../platform/observability/metrics';
import type { KeyAuthenticator } from '../auth/key-authenticator';
import { LoadShedder } from './load-shedder';

const room = 20;

describe('LoadShedder', () => {
  let load: LoadShedder;
  let reasons: string[];
  beforeEach(() => {
    reasons = [];
    // A key is its account's number.
    load = new LoadShedder(
      { MAX_CONCURRENT_REQUESTS: room },
      { accountOf: (key) => Number(key) || undefined } as KeyAuthenticator,
      { refuse: (reason) => void reasons.push(reason) } as Metrics,
    );
  });

  const request = (key: string, path = '/users/1') => ({ path, headers: { 'x-api-key': key } });
  /** How many of so many requests are let in. */
  const admitted = (key: string, count: number, path?: string) =>
    Array.from({ length: count }, () => load.refuses(request(key, path))).filter((isRefused) => !isRefused).length;
  /** How many of so many requests of an account come under way. */
  const enter = (account: number, count: number) => {
    let entered = 0;
    for (let sent = 0; sent < count; sent++) {
      if (!load.admits(account)) continue;
      load.enter(account);
      entered++;
    }
    return entered;
  };
  it('goes on with what is not of the data API, or where somebody looks for the balance', () => {
    for (const account of [1, 2, 3, 4, 5, 6]) enter(account, 8);
    for (const path of ['/', '/docs/', '/openapi.json', '/dashboard/api/session', '/system/health', '/system/balance'])
      expect(admitted('1', 5, path)).toBe(5);
    expect(admitted('1', 5, '/oembed')).toBe(0);
  });

  it('lets an account have half of the room alone, and fewer requests when others want half of it', () => {
    expect(enter(1, 11)).toBe(10);
    for (const account of [1, 1]) load.leave(account);
    expect(enter(2, 9)).toBe(5);
    // Half of the room is taken: its equal share, a third, is three and a fraction.
    expect(enter(3, 9)).toBe(4);
    expect(enter(1, 1)).toBe(0);
    // From then on before anything else is done for it.
    expect([admitted('1', 5), admitted('5', 5), admitted('x', 5)]).toEqual([0, 5, 5]);
    expect(enter(4, 9)).toBe(3);
    expect(load.underWay).toBe(20);
    expect(new Set(reasons)).toEqual(new Set(['account']));
  });

  it('refuses everybody, strangers too, while all the room is taken, and nobody once it is not', () => {
    const entered = [1, 2, 3, 4, 5, 6].map((account) => enter(account, 8));
    expect(load.underWay).toBeGreaterThanOrEqual(room);
    expect([admitted('7', 5), admitted('x', 5)]).toEqual([0, 0]);
    expect(reasons.slice(-10)).toEqual(Array(10).fill('requests_under_way'));
    for (const [index, count] of entered.entries()) for (let left = 0; left < count; left++) load.leave(index + 1);
    expect(load.underWay).toBe(0);
    expect(admitted('7', 5)).toBe(5);
    expect(enter(1, 8)).toBe(8);
  });
});
