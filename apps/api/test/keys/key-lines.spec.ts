import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { KeySetRefresher } from '../../src/core/auth/key-set.refresher';
import { ApiKeys } from '../../src/core/auth/lifecycle/api-keys';
import { clock } from '../../src/platform/clock';
import { describeWithRedis, TestRedis } from '../support/redis';
import { send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';

/** Free, and decided by key and rate alone. */
const path = '/resolve/media?pk=1';
const actor = { userId: null, label: 'test', address: null };

/** A key that support has granted a rate, and the three that it was rotated into, all of which still work. */
async function lineOf({ app, tenants }: TestApi, ratePerSecond: number): Promise<{ id: number; keys: string[] }> {
  const { accountId, keyId, key } = await tenants.create();
  const apiKeys = app.get(ApiKeys, { strict: false });
  await apiKeys.setRate(keyId, ratePerSecond, actor);
  const keys = [key];
  for (let last = keyId; keys.length < 4; ) {
    const rotated = await apiKeys.rotate({ accountId, keyId: last, actor }, 3_600);
    keys.push(rotated.plaintext);
    last = rotated.id;
  }
  await app.get(KeySetRefresher).refresh();
  return { id: keyId, keys };
}

describe('a line of keys', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ MAX_CONCURRENT_REQUESTS: '90' });
  });
  afterAll(() => api.stop());
  afterEach(() => jest.restoreAllMocks());

  it('has its granted rate once, however often it was rotated', async () => {
    const { keys } = await lineOf(api, 20);
    // No time passes: everything is within one window.
    jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
    const statuses: number[] = [];
    for (let sent = 0; sent < 80; sent += 4)
      statuses.push(...(await Promise.all(keys.map(async (key) => (await send(api.baseUrl, path, { key })).status))));
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(60);
  });

  it('has as many requests under way as one key', async () => {
    const { keys } = await lineOf(api, 1_000);
    await api.simulator.fault({ operation: 'users.info', fault: 'delay', mode: 'always', delay_ms: 14_000 });
    const callers = new AbortController();
    // Every caller listens.
    setMaxListeners(0, callers.signal);
    const waiting = Array.from({ length: 30 }, (_, index) =>
      send(api.baseUrl, `/users/${1_001 + index}`, { key: keys[index % 4], signal: callers.signal }).catch(
        () => undefined,
      ),
    );
    while ((await api.simulator.seen()).length < 30) await sleep(10);
    for (const key of keys) expect((await api.get(path, key)).status).toBe(429);
    callers.abort();
    await Promise.all(waiting);
    await api.simulator.clearFaults();
  });
});

describeWithRedis('a line of keys in Redis', () => {
  it('has one window', async () => {
    const redis = await TestRedis.start();
    const api = await startTestApi({ REDIS_URL: redis.url });
    const { id, keys } = await lineOf(api, 20);
    const client = new Redis(redis.url);
    const monitor = await client.monitor();
    const windows: string[] = [];
    monitor.on('monitor', (_time: string, command: string[]) => {
      windows.push(...command.filter((word) => word.startsWith('loupe:rate:')));
    });
    // Where Redis is too slow for a moment, this process decides alone until it is back.
    while (windows.length < 2 * keys.length) for (const key of keys) await api.get(path, key);
    expect(new Set(windows)).toEqual(new Set([`loupe:rate:{${id}}`]));
    for (const connection of [monitor, client]) connection.disconnect();
    await api.stop();
    await redis.stop();
  });
});
