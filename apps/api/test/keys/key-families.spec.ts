import { setMaxListeners } from 'node:events';
import { Redis } from 'ioredis';
import { KeySetRefresher } from '../../src/core/auth/key-set.refresher';
import { ApiKeys } from '../../src/core/auth/lifecycle/api-keys';
import { clock } from '../../src/platform/clock';
import { describeWithRedis, TestRedis } from '../support/redis';
import { send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';
import { until } from '../support/until';

/** A free request, so that only the key and the rate decide its status. */
const path = '/resolve/media?pk=1';
const actor = { userId: null, label: 'test', address: null };

/** A key with a granted rate, and its three rotated successors, all of which still work. */
async function familyOf({ app, tenants }: TestApi, ratePerSecond: number): Promise<{ id: number; keys: string[] }> {
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

describe('a key family', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ MAX_CONCURRENT_REQUESTS: '90' });
  });
  afterAll(() => api.stop());
  afterEach(async () => {
    jest.restoreAllMocks();
    await api.simulator.clearFaults();
  });

  it('has its granted rate only once, however often its key was rotated', async () => {
    const { keys } = await familyOf(api, 20);
    // With a stopped clock, all requests are in one window.
    jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
    const statuses: number[] = [];
    for (let sent = 0; sent < 80; sent += 4)
      statuses.push(...(await Promise.all(keys.map(async (key) => (await send(api.baseUrl, path, { key })).status))));
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(60);
  });

  it('has the concurrency limit of one key', async () => {
    const { keys } = await familyOf(api, 1_000);
    await api.simulator.fault({ operation: 'users.info', fault: 'hold' });
    const callers = new AbortController();
    setMaxListeners(0, callers.signal);
    const waiting = Array.from({ length: 30 }, (_, index) =>
      send(api.baseUrl, `/users/${1_001 + index}`, { key: keys[index % 4], signal: callers.signal }).catch(
        () => undefined,
      ),
    );
    await api.simulator.held(30);
    for (const key of keys) expect((await api.get(path, key)).status).toBe(429);
    callers.abort();
    await Promise.all(waiting);
  });
});

describeWithRedis('a key family in Redis', () => {
  let redis: TestRedis;
  let api: TestApi;
  let client: Redis;
  let monitor: Redis;
  beforeAll(async () => {
    redis = await TestRedis.start();
    api = await startTestApi({ REDIS_URL: redis.url });
    client = new Redis(redis.url);
    monitor = await client.monitor();
  });
  afterAll(async () => {
    for (const connection of [monitor, client]) connection?.disconnect();
    await api?.stop();
    await redis?.stop();
  });

  it('has one rate window for all its keys', async () => {
    const { id, keys } = await familyOf(api, 20);
    const windows: string[] = [];
    monitor.on('monitor', (_time: string, command: string[]) => {
      windows.push(...command.filter((word) => word.startsWith('loupe:rate:')));
    });
    // If Redis is too slow for a moment, the process decides by itself until Redis responds again.
    await until('Redis decided about every key twice', async () => {
      for (const key of keys) await api.get(path, key);
      return windows.length >= 2 * keys.length;
    });
    expect(new Set(windows)).toEqual(new Set([`loupe:rate:{${id}}`]));
  });
});
