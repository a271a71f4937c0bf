import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithRedis, TestRedis } from '../support/redis';
import { ApiFleet, type ApiProcess } from './api-fleet';
import { excess, type RateSample, unfairlyRefused } from './rate-samples';

const limit = 10;
/** A share of ten for each of three processes. */
const share = 3;

describeWithRedis('three API processes, one database and one Redis', () => {
  let redis: TestRedis;
  let fleet: ApiFleet;

  beforeAll(async () => {
    redis = await TestRedis.start();
    fleet = await ApiFleet.start(3, {
      REDIS_URL: redis.url,
      RATE_LIMIT_PER_SECOND: `${limit}`,
      // Far beyond the tests' patience: what arrives has been pushed.
      KEY_REFRESH_SECONDS: '30',
    });
  }, 120_000);
  afterAll(async () => {
    redis.resume();
    await fleet.stop();
    await redis.stop();
  }, 60_000);

  /** Sends requests for some seconds, several times what the limit allows, to all processes in turn. */
  async function offer(key: string, seconds: number): Promise<{ samples: RateSample[]; statuses: Set<number> }> {
    const samples: RateSample[] = [];
    const statuses = new Set<number>();
    const send = async (api: ApiProcess) => {
      const sentMs = performance.now();
      const { status } = await api.get(key);
      statuses.add(status);
      samples.push({ keyId: 0, sentMs, answeredMs: performance.now(), admitted: status === 200 });
    };
    const sent: Promise<void>[] = [];
    for (let i = 0; i < seconds * 60; i++) {
      sent.push(send(fleet.processes[i % 3]!));
      await sleep(1_000 / 60);
    }
    await Promise.all(sent);
    return { samples, statuses };
  }

  /** All processes agree on whether Redis keeps the rates. */
  async function untilShared(shared: 0 | 1): Promise<void> {
    for (const api of fleet.processes) while ((await api.metric('loupe_rates_shared')) !== shared) await sleep(50);
  }

  /** What {@link offer} gives. A run in which a process lost Redis, on a machine that is too busy, is void and done again. */
  async function offerShared(key: string, seconds: number) {
    for (;;) {
      await untilShared(1);
      await sleep(1_000);
      const lost = timesLogged('Redis does not answer');
      const run = await offer(key, seconds);
      if (timesLogged('Redis does not answer') === lost) return run;
    }
  }

  function timesLogged(text: string): number {
    return fleet.processes.reduce((times, { output }) => times + output.split(text).length - 1, 0);
  }

  it('keep one limit in total', async () => {
    const { key } = await fleet.newKey();
    const { samples, statuses } = await offerShared(key, 3);
    expect([...statuses].sort()).toEqual([200, 429]);
    expect(excess(samples, limit)).toEqual([]);
    expect(unfairlyRefused(samples, limit)).toEqual([]);
  }, 60_000);

  it('all learn at once that a key is revoked, has another rate, or belongs to a suspended account', async () => {
    const { id, key } = await fleet.newKey();
    await fleet.database.dataSource.query('UPDATE api_keys SET rate_per_second = 500 WHERE id = $1', [id]);
    const rateMs = await fleet.everywhere(key, ({ headers }) => headers.get('ratelimit-policy') === '"key";q=500;w=1');
    const setStatus = 'UPDATE accounts SET status = $2 WHERE id = (SELECT account_id FROM api_keys WHERE id = $1)';
    await fleet.database.dataSource.query(setStatus, [id, 'suspended']);
    const suspendedMs = await fleet.everywhere(key, ({ status }) => status === 403);
    await fleet.database.dataSource.query(setStatus, [id, 'active']);
    await fleet.everywhere(key, ({ status }) => status === 200);
    await fleet.database.dataSource.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
    const revokedMs = await fleet.everywhere(key, ({ status }) => status === 401);
    const [rate, suspended, revoked] = [rateMs, suspendedMs, revokedMs].map(Math.ceil);
    process.stdout.write(
      `in force in all processes: rate ${rate} ms, suspension ${suspended} ms, revocation ${revoked} ms\n`,
    );
  }, 20_000);

  it('each enforce a share while Redis hangs, without an error, and share again when it answers', async () => {
    const { key } = await fleet.newKey();
    for (const api of fleet.processes) while ((await api.metric('loupe_api_processes')) !== 3) await sleep(50);
    redis.pause();
    const transition = await offer(key, 2);
    await untilShared(0);
    await sleep(1_000);
    const { samples, statuses } = await offer(key, 3);
    expect([...transition.statuses, ...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(excess(transition.samples, limit + 3 * share)).toEqual([]);
    expect(excess(samples, 3 * share)).toEqual([]);
    expect(samples.filter(({ admitted }) => admitted).length).toBeGreaterThan(0);
    redis.resume();
    const again = await offerShared(key, 3);
    expect(excess(again.samples, limit)).toEqual([]);
    const [lost, back] = [timesLogged('Redis does not answer'), timesLogged('Redis answers again')];
    expect(lost).toBeGreaterThanOrEqual(3);
    expect(back).toBe(lost);
  }, 60_000);
});
