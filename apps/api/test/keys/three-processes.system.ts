import { setTimeout as sleep } from 'node:timers/promises';
import { Browser, type DashboardAnswer, password } from '../dashboard/dashboard-world';
import { OperatorTerminal } from '../operator/operator-terminal';
import { describeWithRedis, TestRedis } from '../support/redis';
import { expectKnownWithinASecond, rarePolling } from '../support/within-a-second';
import { ApiFleet, type ApiProcess } from './api-fleet';
import { excess, type RateSample, unfairlyRefused } from './rate-samples';

const limit = 10;
const share = 3;
const maxRuns = 20;
// Long, because on a busy machine most runs are invalid, and the test repeats them.
jest.setTimeout(600_000);

describeWithRedis('three API processes with one database and one Redis', () => {
  let redis: TestRedis;
  let fleet: ApiFleet;

  beforeAll(async () => {
    redis = await TestRedis.start();
    fleet = await ApiFleet.start(3, {
      REDIS_URL: redis.url,
      RATE_LIMIT_PER_SECOND: `${limit}`,
      ...rarePolling,
    });
  });
  afterAll(async () => {
    redis.resume();
    await fleet.stop();
    await redis.stop();
  });

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

  /** Waits until every process reports that Redis counts the rates (1), or that the process counts its share (0). */
  async function untilShared(shared: 0 | 1): Promise<void> {
    const endMs = performance.now() + 60_000;
    for (const api of fleet.processes) {
      while ((await api.metric('loupe_rates_shared')) !== shared) {
        if (performance.now() > endMs) throw new Error(`loupe_rates_shared does not become ${shared}: ${api.output}`);
        await sleep(50);
      }
    }
  }

  async function newCustomer() {
    const terminal = new OperatorTerminal({ DATABASE_URL: fleet.database.url });
    const { account_id } = await terminal.facts(['create-account', '--name', 'Test']);
    const signIn = async (api: ApiProcess, email: string, ...role: string[]) => {
      await terminal.facts(['create-user', '--email', email, '--password-stdin', '--role', ...role], password);
      return new Browser(api.baseUrl).signIn(email);
    };
    const owner = await signIn(fleet.processes[0]!, 'owner@example.com', 'owner', '--account', account_id!);
    const support = await signIn(fleet.processes[1]!, 'support@example.com', 'support');
    return { owner, support, accountId: account_id! };
  }

  function expectDone({ status, text }: DashboardAnswer): void {
    if (status >= 300) throw new Error(`${status} ${text}`);
  }

  /** The result of {@link offer}. A run in which a process lost Redis on a busy machine is invalid and repeated. */
  async function offerShared(key: string, seconds: number) {
    for (let run = 0; run < maxRuns; run++) {
      // Counted before the waits: a process that loses Redis during them still enforces a share when the requests come.
      const lost = timesLogged('Redis does not answer');
      await untilShared(1);
      await sleep(1_000);
      const offered = await offer(key, seconds);
      if (timesLogged('Redis does not answer') === lost) return offered;
    }
    throw new Error(`a process lost Redis in each of ${maxRuns} runs`);
  }

  function timesLogged(text: string): number {
    return fleet.processes.reduce((times, { output }) => times + output.split(text).length - 1, 0);
  }

  it('enforce one limit in total', async () => {
    const { key } = await fleet.newKey();
    const { samples, statuses } = await offerShared(key, 3);
    expect([...statuses].sort()).toEqual([200, 429]);
    expect(excess(samples, limit)).toEqual([]);
    expect(unfairlyRefused(samples, limit)).toEqual([]);
  });

  it('learn within a second that a key is revoked, has another rate, or belongs to a suspended account', async () => {
    const { owner, support, accountId } = await newCustomer();
    const requests = (key: string) => fleet.processes.map((api) => () => api.get(key));
    const newKey = async (): Promise<{ id: string; key: string }> => {
      const { json } = await owner.post('/keys', { name: 'Test' });
      await fleet.everywhere(json.key, ({ status }) => status === 200);
      return json;
    };

    const { id, key } = await newKey();
    let rate = 500;
    await expectKnownWithinASecond(async () => {
      const policy = `"key";q=${++rate};w=1`;
      expectDone(await support.send('PATCH', `/support/keys/${id}`, { body: { rate_limit_per_second: rate } }));
      return { requests: requests(key), isKnown: ({ headers }) => headers.get('ratelimit-policy') === policy };
    });
    await expectKnownWithinASecond(async () => {
      await support.post(`/support/accounts/${accountId}/resume`);
      await fleet.everywhere(key, ({ status }) => status === 200);
      expectDone(await support.post(`/support/accounts/${accountId}/suspend`, { note: 'Test' }));
      return { requests: requests(key), isKnown: ({ status }) => status === 403 };
    });
    expectDone(await support.post(`/support/accounts/${accountId}/resume`));
    await expectKnownWithinASecond(async () => {
      const revoked = await newKey();
      expectDone(await owner.send('DELETE', `/keys/${revoked.id}`));
      return { requests: requests(revoked.key), isKnown: ({ status }) => status === 401 };
    });
  });

  it('each enforce a share while Redis hangs, without an error, and share one limit again when it responds', async () => {
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
  });
});
