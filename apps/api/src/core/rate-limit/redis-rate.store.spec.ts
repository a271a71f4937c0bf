import { LocalRateStore, type RateDecision, SlidingWindow } from './rate-store';
import { RedisRateStore } from './redis-rate.store';
import type { RedisWindows } from './redis-windows';

const keyId = 7;

/** A fake Redis on two servers, which can be unreachable. All processes share its windows. */
class FakeWindows {
  private readonly windows = new Map<number, SlidingWindow>();
  readonly down = new Set<string>();
  calls = 0;

  constructor(private readonly nowMs: () => number) {}

  async connect(): Promise<void> {}

  close(): void {}

  serverOf(id: number): string {
    return id % 2 === 0 ? 'even' : 'odd';
  }

  async probe(id: number): Promise<void> {
    this.calls++;
    if (this.down.has(this.serverOf(id))) throw new Error('no answer');
  }

  async take(id: number, limit: number, requests: number): Promise<RateDecision> {
    await this.probe(id);
    if (!this.windows.has(id)) this.windows.set(id, new SlidingWindow());
    return this.windows.get(id)!.take(limit, 1_000, this.nowMs(), requests);
  }
}

describe('RedisRateStore', () => {
  let nowMs: number;
  let redis: FakeWindows;
  const log = { warn: jest.fn(), info: jest.fn(), debug: jest.fn() };
  const stores: RedisRateStore[] = [];

  beforeEach(() => {
    jest.useFakeTimers();
    jest.clearAllMocks();
    nowMs = 5_000;
    redis = new FakeWindows(() => nowMs);
  });
  afterEach(() => {
    for (const store of stores.splice(0)) store.stop();
    jest.useRealTimers();
  });

  async function startProcesses(count: number): Promise<RedisRateStore[]> {
    const started = Array.from({ length: count }, () => {
      const local = new LocalRateStore({ count }, () => nowMs);
      return new RedisRateStore(redis as unknown as RedisWindows, local, log, () => nowMs);
    });
    await Promise.all(started.map((store) => store.start()));
    stores.push(...started);
    return started;
  }

  async function burst(processes: RedisRateStore[], key = keyId): Promise<number> {
    let admitted = 0;
    for (let i = 0; i < 100; i++) {
      if ((await processes[i % processes.length]!.take(key, 10)).admitted) admitted++;
    }
    return admitted;
  }

  /** Lets the processes notice that Redis is back. */
  async function passSeconds(seconds: number): Promise<void> {
    nowMs += seconds * 1_000;
    await jest.advanceTimersByTimeAsync(seconds * 1_000);
  }

  it('lets Redis decide for all processes', async () => {
    expect(await burst(await startProcesses(3))).toBe(10);
  });

  it('lets each process enforce its share and probe Redis once a second while Redis is unreachable', async () => {
    const processes = await startProcesses(3);
    redis.down.add('odd').add('even');
    expect(await burst(processes)).toBe(9);
    redis.calls = 0;
    await passSeconds(5);
    expect(await burst(processes)).toBe(9);
    expect(redis.calls).toBe(15);
  });

  it('enforces the share of each process when Redis is unreachable at start', async () => {
    redis.down.add('odd').add('even');
    expect(await burst(await startProcesses(2))).toBe(10);
    expect(await burst(await startProcesses(3))).toBe(9);
  });

  it('still counts requests that Redis admitted before it became unreachable', async () => {
    const [only] = await startProcesses(1);
    for (let i = 0; i < 6; i++) await only!.take(keyId, 10);
    redis.down.add('odd').add('even');
    expect(await burst([only!])).toBe(4);
  });

  it('counts each request of a group, with and without Redis', async () => {
    const [only] = await startProcesses(1);
    expect(await only!.take(keyId, 10, 6)).toMatchObject({ admitted: true, remaining: 4 });
    expect(await only!.take(keyId, 10, 5)).toMatchObject({ admitted: false, remaining: 4 });
    redis.down.add('odd').add('even');
    expect(await only!.take(keyId, 10, 5)).toMatchObject({ admitted: false, remaining: 4 });
    expect(await only!.take(keyId, 10, 4)).toMatchObject({ admitted: true, remaining: 0 });
  });

  it('returns to Redis automatically, and still counts requests that were admitted without Redis', async () => {
    const processes = await startProcesses(2);
    redis.down.add('odd').add('even');
    expect(await burst(processes)).toBe(10);
    redis.down.clear();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(processes[0]!.isShared).toBe(true);
    expect(await burst(processes)).toBe(0);
    await passSeconds(1);
    expect(await burst(processes)).toBe(10);
  });

  it('bypasses only the server that does not respond, and keeps exact limits on the other server', async () => {
    const processes = await startProcesses(3);
    redis.down.add('odd');
    expect(await burst(processes)).toBe(9);
    expect(await burst(processes, keyId + 1)).toBe(10);
    expect(processes.map(({ isShared }) => isShared)).toEqual([false, false, false]);
    redis.down.clear();
    await passSeconds(1);
    expect(processes.map(({ isShared }) => isShared)).toEqual([true, true, true]);
    await passSeconds(1);
    expect(await burst(processes)).toBe(10);
  });

  it('logs one line per change of state', async () => {
    const [only] = await startProcesses(1);
    redis.down.add('odd').add('even');
    await burst([only!]);
    await passSeconds(5);
    redis.down.clear();
    await passSeconds(5);
    await burst([only!]);
    expect([log.warn.mock.calls.length, log.info.mock.calls.length]).toEqual([1, 1]);
  });
});
