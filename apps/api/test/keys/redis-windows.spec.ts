import fc from 'fast-check';
import { Redis } from 'ioredis';
import { SlidingWindow } from '../../src/core/rate-limit/rate-store';
import { RedisWindows, windowScript } from '../../src/core/rate-limit/redis-windows';

import { afterTest } from '../support/after-test';
import { describeWithRedis, TestRedis } from '../support/redis';
import { until } from '../support/until';

const windowMs = 1_000;
const patienceMs = 10_000;

describeWithRedis('Redis rate windows', () => {
  let server: TestRedis;
  let redis: Redis;
  let windows: RedisWindows;
  let keyId = 0;

  beforeAll(async () => {
    server = await TestRedis.start();
    redis = new Redis(server.url);
    redis.on('error', () => undefined);
    windows = new RedisWindows(server.url, patienceMs);
    await windows.connect();
  });
  beforeEach(() => {
    keyId++;
  });
  afterAll(async () => {
    windows.close();
    redis.disconnect();
    await server.stop();
  });

  const open = (deadlineMs?: number) => {
    const opened = new RedisWindows(server.url, deadlineMs);
    afterTest(() => opened.close());
    return opened;
  };

  const takeWhenBack = () => until('Redis answers again', () => windows.take(keyId, 10).catch(() => undefined));

  it('decide like windows in memory, for any arrival times, limits and numbers of requests', async () => {
    const timed = windowScript.replace(`redis.call('TIME')`, '{ 0, tonumber(ARGV[4]) }');
    const few = fc.integer({ min: 1, max: 5 });
    const arrival = fc.record({ gapMs: fc.nat({ max: 1_100 }), limit: few, requests: few });
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { maxLength: 40 }), async (arrivals) => {
        const model = new SlidingWindow();
        let nowMs = 10_000;
        await redis.del('model');
        for (const { gapMs, limit, requests } of arrivals) {
          nowMs += gapMs;
          const { admitted, remaining, waitMs } = model.take(limit, windowMs, nowMs, requests);
          const reply = await redis.eval(timed, 1, 'model', limit, windowMs * 1_000, requests, nowMs * 1_000);
          expect(reply).toEqual([admitted ? 1 : 0, remaining, waitMs * 1_000]);
          // Keys expire by the server's own clock.
          await redis.persist('model');
        }
      }),
      { numRuns: 60 },
    );
  });

  it('admit exactly the limit of a burst, however many connections it comes from', async () => {
    const others = [1, 2].map(() => open(patienceMs));
    await Promise.all(others.map((other) => other.connect()));
    const all = [windows, ...others];
    const decisions = await Promise.all(Array.from({ length: 60 }, (_, index) => all[index % 3]!.take(keyId, 10)));
    expect(decisions.filter(({ admitted }) => admitted)).toHaveLength(10);
  });

  it('leave nothing behind, because their keys expire', async () => {
    // Repeated if the window has ended before it was read.
    const leftMs = await until('the window is read', async () => {
      await windows.take(keyId, 10);
      const [name] = await redis.keys(`*{${keyId}}*`);
      const left = name ? await redis.pttl(name) : -2;
      return left === -2 ? undefined : left;
    });
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(windowMs);
  });

  it('neither lock a key out nor admit more when the server’s clock is set back', async () => {
    const hourMicroseconds = 3_600_000_000;
    const name = `loupe:rate:{${keyId}}`;
    const times = await until('ten requests are in one window', async () => {
      await windows.take(keyId, 10);
      const all = await redis.lrange(name, 0, -1);
      return all.length === 10 ? all : undefined;
    });
    await redis.del(name);
    await redis.rpush(name, ...times.map((time) => Number(time) + hourMicroseconds));
    const refused = await windows.take(keyId, 10);
    expect(refused.admitted).toBe(false);
    expect(refused.waitMs).toBeLessThanOrEqual(windowMs);
    const entries = (await redis.lrange(name, 0, -1)).map(Number);
    expect(entries).toHaveLength(10);
    expect(Math.max(...entries)).toBeLessThan(Date.now() * 1_000 + windowMs * 1_000);
  });

  it('give up on a server that does not respond', async () => {
    const hasty = open();
    await hasty.connect();
    server.pause();
    try {
      await expect(hasty.take(keyId, 10)).rejects.toThrow('no answer within 50 ms');
    } finally {
      server.resume();
    }
  });

  it('fail without waiting while the server is gone, and reload the script when it is back', async () => {
    await windows.take(keyId, 10);
    await server.end();
    await expect(windows.take(keyId, 10)).rejects.toThrow();
    await server.begin();
    expect(await takeWhenBack()).toMatchObject({ admitted: true, remaining: 9 });
  });

  it('accept a response that arrived in time while this process was busy', async () => {
    const hasty = open(100);
    await hasty.connect();
    const decision = hasty.take(keyId, 10);
    await new Promise((resolve) => setImmediate(resolve));
    // Long enough for an answer of a busy machine.
    const endMs = performance.now() + 1_000;
    while (performance.now() < endMs);
    expect(await decision).toMatchObject({ admitted: true });
  });
});
