import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestTimeMs } from '../../src/core/usage/usage-record';
import { startTestApi, type TestApi } from '../support/test-api';
import { ApiProcess } from './api-fleet';
import { excess, type RateSample, unfairlyRefused } from './rate-samples';

const hourMs = 3_600_000;
/** The share of this process: half of a limit of twenty, because there are two processes. */
const limit = 10;

describe('an API process whose wall clock is first set an hour behind, and then an hour ahead', () => {
  const directory = mkdtempSync(join(tmpdir(), 'loupe-clock-'));
  let other: TestApi;
  let api: ApiProcess;

  beforeAll(async () => {
    other = await startTestApi();
    const sessions = join(directory, 'sessions.json');
    writeFileSync(sessions, JSON.stringify([other.simulator.sessionHeaders]));
    api = await ApiProcess.start({
      NODE_ENV: 'test',
      NODE_OPTIONS: `--require ${join(__dirname, 'movable-clock.cjs')}`,
      DEMO: 'false',
      DATABASE_URL: other.database.url,
      UPSTREAM_BASE_URL: other.simulator.baseUrl,
      UPSTREAM_SESSIONS_FILE: sessions,
      RATE_LIMIT_PER_SECOND: `${2 * limit}`,
    });
    while ((await api.metric('loupe_api_processes')) !== 2) await sleep(20);
  });
  beforeEach(() => moveTo(0));
  afterAll(async () => {
    await api.stop();
    await other.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  /** How far the clock of the process is ahead of the true time, in whole hours. */
  async function hoursAhead(): Promise<number> {
    const { headers } = await api.get('');
    return Math.round((requestTimeMs(headers.get('x-request-id')!) - Date.now()) / hourMs);
  }

  async function moveTo(hours: -1 | 0 | 1): Promise<void> {
    let seen = await hoursAhead();
    while (seen !== hours) {
      api.signal('SIGUSR2');
      const before = seen;
      do seen = await hoursAhead();
      while (seen === before);
    }
  }

  it('refuses an expired key, and accepts a valid one', async () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const expired = await other.tenants.create('1', { expires_at: inMinutes(-30) });
    const retired = await other.tenants.create('1', { retires_at: inMinutes(-30) });
    const working = await other.tenants.create('1', { expires_at: inMinutes(30), retires_at: inMinutes(40) });
    while ((await api.get(working.key)).status !== 200) await sleep(50);
    for (const hours of [0, -1, 1] as const) {
      await moveTo(hours);
      const answers = await Promise.all([expired, retired, working].map(({ key }) => api.get(key)));
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 200]);
      expect(await answers[0]!.text()).toContain('expired at');
    }
  });

  it('admits requests of a key at exactly its rate through both changes', async () => {
    const { key } = await other.tenants.create();
    while ((await api.get(key)).status !== 200) await sleep(50);
    await sleep(1_000);
    const samples: RateSample[] = [];
    const send = async () => {
      const sentMs = performance.now();
      const { status } = await api.get(key);
      samples.push({ keyId: 0, sentMs, answeredMs: performance.now(), admitted: status === 200 });
    };
    const sent: Promise<void>[] = [];
    for (let i = 0; i < 180; i++) {
      if (i === 60 || i === 120) await moveTo(i === 60 ? -1 : 1);
      sent.push(send());
      await sleep(1_000 / 60);
    }
    await Promise.all(sent);
    expect(excess(samples, limit)).toEqual([]);
    expect(unfairlyRefused(samples, limit)).toEqual([]);
  });

  it('charges once for each response, and writes a row for each', async () => {
    const { key, accountId } = await other.tenants.create('10');
    while ((await api.get(key)).status !== 200) await sleep(50);
    for (const hours of [0, -1, 1] as const) {
      await moveTo(hours);
      expect((await api.get(key, '/users/1001')).status).toBe(200);
    }
    expect(await other.tenants.balanceMicros(accountId)).toBe(10_000_000n - 3n * 600n);
    const charged = 'SELECT FROM usage_rows WHERE account_id = $1 AND charged';
    expect(await other.database.dataSource.query(charged, [accountId])).toHaveLength(3);
  });
});
