import type { IncomingMessage } from 'node:http';
import { LoadShedder, type RefusalReason } from './load-shedder';

const bounds = { underWay: 20, underWayPerAccount: 8, eventLoopDelayMs: 100 };
const log = { warn: () => undefined, info: () => undefined };

describe('LoadShedder', () => {
  let load: LoadShedder;
  let reasons: RefusalReason[];
  beforeEach(() => {
    reasons = [];
    // A key is its account's number.
    load = new LoadShedder(
      bounds,
      (key) => Number(key) || undefined,
      (reason) => reasons.push(reason),
      log as never,
    );
  });

  const request = (key: string, url = '/users/1') =>
    ({ url, headers: { 'x-api-key': key } }) as never as IncomingMessage;
  /** How many of so many requests are let in. */
  const admitted = (key: string, count: number, url?: string) =>
    Array.from({ length: count }, () => load.refuses(request(key, url))).filter((isRefused) => !isRefused).length;
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
  const overload = () => {
    for (let tick = 0; tick < 4; tick++) {
      admitted('1', 1_000);
      load.adjust(101, 100);
    }
  };

  it('refuses nobody for pauses that end', () => {
    for (let round = 0; round < 3; round++) {
      for (let tick = 0; tick < 3; tick++) load.adjust(60_000, 60_050);
      load.adjust(0, 50);
    }
    expect(admitted('1', 100_000)).toBe(100_000);
  });

  it('refuses the busy accounts while the event loop is late, and no quiet one', () => {
    overload();
    for (let tick = 0; tick < 20; tick++) {
      admitted('1', 1_000);
      load.adjust(tick < 5 ? 200 : 100, 100);
    }
    const busy = admitted('1', 1_000);
    expect(busy).toBeGreaterThan(10);
    expect(busy).toBeLessThan(100);
    expect(admitted('2', 10)).toBe(10);
    // Whoever has no key that is known shares one account with all such.
    expect(admitted('x', 500) + admitted('y', 500)).toBeLessThan(busy + 2);
    expect(new Set(reasons)).toEqual(new Set(['event_loop_delay']));
  });

  it('goes on with what is not of the data API, or where somebody looks for the balance', () => {
    overload();
    load.adjust(1_000, 100);
    enter(1, 20);
    for (const url of ['/', '/docs/', '/openapi.json', '/dashboard/api/session', '/system/health', '/system/balance'])
      expect(admitted('1', 2_000, url)).toBe(2_000);
    expect(admitted('1', 2_000, '/oembed?url=x')).toBeLessThan(2_000);
  });

  it('is as it was within two seconds of the end of an overload, however long that was', () => {
    overload();
    for (let tick = 0; tick < 200; tick++) {
      admitted('1', 1_000);
      load.adjust(5_000, 5_050);
    }
    let ticks = 0;
    for (; ticks < 40 && admitted('1', 50) < 50; ticks++) load.adjust(0, 50);
    expect(ticks).toBeLessThan(40);
  });

  it('lets an account have so many requests under way, and fewer than that when others want half of the room', () => {
    expect(enter(1, 9)).toBe(8);
    expect(enter(2, 9)).toBe(5);
    // Half of the room is taken: its equal share, a third, is three and a fraction.
    expect(enter(3, 9)).toBe(4);
    expect(enter(1, 1)).toBe(0);
    // From then on before anything else is done for it.
    expect([admitted('1', 5), admitted('5', 5)]).toEqual([0, 5]);
    expect(enter(4, 9)).toBe(3);
    expect(load.underWay).toBe(20);
    expect(new Set(reasons)).toEqual(new Set(['account']));
  });

  it('refuses everybody, strangers too, while all the room is taken, and nobody once it is not', () => {
    const entered = [1, 2, 3, 4, 5, 6].map((account) => enter(account, 8));
    expect(load.underWay).toBeGreaterThanOrEqual(bounds.underWay);
    expect([admitted('7', 5), admitted('x', 5)]).toEqual([0, 0]);
    expect(reasons.slice(-10)).toEqual(Array(10).fill('requests_under_way'));
    for (const [index, count] of entered.entries()) for (let left = 0; left < count; left++) load.leave(index + 1);
    load.adjust(0, 50);
    expect(load.underWay).toBe(0);
    expect(admitted('7', 5)).toBe(5);
    expect(enter(1, 8)).toBe(8);
  });
});
