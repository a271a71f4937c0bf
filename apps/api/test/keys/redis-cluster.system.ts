import { setTimeout as sleep } from 'node:timers/promises';
import { LocalRateStore } from '../../src/core/rate-limit/rate-store';
import { RedisRateStore } from '../../src/core/rate-limit/redis-rate.store';
import { RedisWindows } from '../../src/core/rate-limit/redis-windows';
import { describeWithRedis } from '../support/redis';
import { type ClusterNode, keyIdsOfAllSlots, slotOfKey, TestCluster } from '../support/redis-cluster';
import { excess, type RateSample, unfairlyRefused } from './rate-samples';

const limit = 10;
/** What three processes admit together if each admits its share of the limit: three of the ten requests. */
const shares = 9;
/** Longer than a response of Redis takes on a busy machine, and shorter than the timeout of a silent connection. */
const deadlineMs = 1_500;

describeWithRedis('the rate stores of three processes with a Redis cluster of three servers', () => {
  let cluster: TestCluster;
  let stores: RedisRateStore[];
  const log = { warn: jest.fn(), info: jest.fn(), debug: jest.fn() };
  let keyId = 1_000_000;

  beforeAll(async () => {
    cluster = await (await TestCluster.start(3)).assignSlots();
  });
  afterAll(() => cluster.stop());

  beforeEach(async () => {
    jest.clearAllMocks();
    stores = [1, 2, 3].map(
      () => new RedisRateStore(new RedisWindows(cluster.url, deadlineMs), new LocalRateStore({ count: 3 }), log),
    );
    await Promise.all(stores.map((store) => store.start()));
  });
  afterEach(() => {
    for (const store of stores) store.stop();
  });

  /** The id of a new key whose window is on this node. */
  function newKeyOn(node: ClusterNode): number {
    do keyId++;
    while (cluster.nodes[Math.floor((slotOfKey(keyId) * 3) / 16_384)] !== node);
    return keyId;
  }

  function burst(key: number): Promise<RateSample[]> {
    const sent = Array.from({ length: 60 }, async (_, index) => {
      const sentMs = performance.now();
      const { admitted } = await stores[index % 3]!.take(key, limit);
      return { keyId: key, sentMs, answeredMs: performance.now(), admitted };
    });
    return Promise.all(sent);
  }

  async function expectExactly(expected: number, key: number): Promise<void> {
    const samples = await burst(key);
    expect(samples.filter(({ admitted }) => admitted).length).toBeGreaterThanOrEqual(expected);
    expect(excess(samples, expected)).toEqual([]);
    expect(unfairlyRefused(samples, expected)).toEqual([]);
  }

  async function untilAllAreShared(): Promise<void> {
    while (!stores.every(({ isShared }) => isShared)) await sleep(20);
    // For one window after Redis is back, requests that the processes admitted by themselves also count.
    await sleep(1_000);
  }

  it('send the requests of a key only to the server that has its slot', async () => {
    const keyIds = keyIdsOfAllSlots();
    for (let start = 0; start < keyIds.length; start += 1_000) {
      const decisions = keyIds.slice(start, start + 1_000).map((id) => stores[id % 3]!.take(id, limit));
      expect((await Promise.all(decisions)).filter(({ admitted }) => !admitted)).toEqual([]);
    }
    for (const { client } of cluster.nodes) {
      expect(await client.info('errorstats')).not.toContain('MOVED');
      const [, calls] = /cmdstat_evalsha:calls=(\d+)/.exec(await client.info('commandstats'))!;
      expect(Number(calls)).toBeGreaterThan(5_400);
    }
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('enforce the exact limit on each server', async () => {
    for (const node of cluster.nodes) await expectExactly(limit, newKeyOn(node));
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('enforce the exact limit while a slot moves to another server, and use that server afterwards', async () => {
    const [from, to] = cluster.nodes as [ClusterNode, ClusterNode, ClusterNode];
    const key = newKeyOn(from);
    const setSlot = ({ client }: ClusterNode, ...state: string[]) =>
      client.call('CLUSTER', 'SETSLOT', `${slotOfKey(key)}`, ...state);
    await setSlot(to, 'IMPORTING', from.id);
    await setSlot(from, 'MIGRATING', to.id);
    await expectExactly(limit, key);
    expect(await from.client.info('errorstats')).toContain('errorstat_ASK');
    // Waits until the old server's entries of this slot have expired with their window.
    while ((await from.client.call('CLUSTER', 'COUNTKEYSINSLOT', `${slotOfKey(key)}`)) !== 0) await sleep(20);
    for (const node of [to, from]) await setSlot(node, 'NODE', to.id);
    await sleep(1_000);
    await expectExactly(limit, key);
    expect(await from.client.info('errorstats')).toContain('errorstat_MOVED');
    expect(log.warn).not.toHaveBeenCalled();
  });

  it.each([
    ['has the configured address and is killed', 0, 'kill'],
    ['is killed', 2, 'kill'],
    ['hangs', 1, 'hang'],
  ] as const)(
    'use local shares for the keys of a server that %s, stay exact for the keys of the other servers, and recover',
    async (_, index, fault) => {
      const failing = cluster.nodes[index]!;
      const others = cluster.nodes.filter((node) => node !== failing);
      if (fault === 'kill') await failing.server.end();
      else failing.server.pause();
      const key = newKeyOn(failing);
      // Redis may have recorded the first requests, although its responses did not arrive.
      await burst(newKeyOn(failing));
      await expectExactly(shares, key);
      for (const node of others) await expectExactly(limit, newKeyOn(node));
      expect(stores.map(({ isShared }) => isShared)).toEqual([false, false, false]);
      if (fault === 'kill') await failing.server.begin();
      else failing.server.resume();
      await untilAllAreShared();
      for (const node of cluster.nodes) await expectExactly(limit, newKeyOn(node));
      const serversIn = (call: jest.Mock) => call.mock.calls.map(([{ server }]) => server);
      expect([serversIn(log.warn), serversIn(log.info)]).toEqual([
        Array(3).fill(failing.address),
        Array(3).fill(failing.address),
      ]);
    },
    60_000,
  );
});

describeWithRedis('an unavailable Redis cluster', () => {
  it('does not prevent a process from starting, and is used as soon as it serves', async () => {
    const cluster = await TestCluster.start(3);
    const log = { warn: jest.fn(), info: jest.fn(), debug: jest.fn() };
    const windows = new RedisWindows(cluster.url, deadlineMs);
    const store = new RedisRateStore(windows, new LocalRateStore({ count: 3 }), log);
    try {
      await store.start();
      expect(store.isShared).toBe(false);
      expect((await store.take(1, limit)).remaining).toBe(2);
      await cluster.assignSlots();
      while (!store.isShared) await sleep(20);
      await sleep(1_000);
      expect((await store.take(1, limit)).remaining).toBe(9);
    } finally {
      store.stop();
      await cluster.stop();
    }
  });
});
