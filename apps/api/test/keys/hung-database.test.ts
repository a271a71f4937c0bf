import { setTimeout as sleep } from 'node:timers/promises';
import { ApiFleet } from './api-fleet';

describe('an API process whose database hangs', () => {
  let fleet: ApiFleet;
  beforeAll(async () => {
    fleet = await ApiFleet.start(1, {});
  }, 120_000);
  afterAll(() => fleet.stop(), 60_000);

  it('lets nobody wait: whatever needs the database is refused within seconds, and the probe within one', async () => {
    const { key } = await fleet.newKey();
    const [api] = fleet.processes;
    const ended = async (name: string, asked: Promise<Response>) => {
      const startedMs = performance.now();
      const { status } = await asked;
      return { name, status, ms: performance.now() - startedMs };
    };
    const json = { 'content-type': 'application/json' };
    const credentials = JSON.stringify({ email: 'somebody@example.com', password: 'violet umbrella 27' });
    const page = `${api!.baseUrl}/dashboard/api`;
    fleet.database.pause();
    const answers = await Promise.all([
      ended('balance', api!.get(key, '/system/balance')),
      ended('charged', api!.get(key, '/users/1001')),
      ended('sign-in', fetch(`${page}/session`, { method: 'POST', headers: json, body: credentials })),
      ended('dashboard', fetch(`${page}/account`, { headers: { cookie: `loupe_session=${'x'.repeat(43)}` } })),
      ended('readiness', api!.ready()),
    ]);
    fleet.database.resume();
    for (const { name, status, ms } of answers) {
      expect({ name, status }).toEqual({ name, status: 503 });
      // Three seconds and one, and what a machine that is busy with other tests may add.
      expect({ name, isBounded: ms < (name === 'readiness' ? 4_000 : 8_000) }).toEqual({ name, isBounded: true });
    }
    await fleet.everywhere(key, ({ status }) => status === 200);
    while ((await api!.ready()).status !== 200) await sleep(50);
  }, 60_000);

  it('refuses every key after half a minute, and serves again when the database answers', async () => {
    const { key } = await fleet.newKey();
    const pausedMs = performance.now();
    fleet.database.pause();
    const refused = await fleet.everywhere(key, ({ status }) => status === 503);
    const answer = await fleet.processes[0]!.get(key);
    expect(await answer.json()).toMatchObject({ code: 'service_unavailable', retryable: true });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    fleet.database.resume();
    await fleet.everywhere(key, ({ status }) => status === 200);
    const seconds = ((performance.now() - pausedMs) / 1_000).toFixed(1);
    process.stdout.write(`database hung: refused after ${(refused / 1_000).toFixed(1)} s, back after ${seconds} s\n`);
  }, 90_000);
});
