import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '../../../../scripts/lib/patience.cjs';
import { ApiFleet } from './api-fleet';

/** The documented maximum time until a revocation takes effect, whatever is broken. */
const promisedMs = 30_000;
/** Time that a busy machine may take to pause all processes of the database. */
const stoppingMs = 1_000;

describe('an API process whose database hangs', () => {
  let fleet: ApiFleet;
  beforeAll(async () => {
    fleet = await ApiFleet.start(1, {});
  });
  afterAll(() => fleet.stop());

  it('refuses requests that need the database, and fails the readiness probe, within seconds', async () => {
    const { key } = await fleet.newKey();
    const [api] = fleet.processes;
    const ended = async (name: string, pending: Promise<Response>) => {
      const startedMs = performance.now();
      const { status } = await pending;
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
      // The API's own limit is three seconds, or one second for readiness. The rest is an allowance for a busy machine.
      expect({ name, isBounded: ms < patience * (name === 'readiness' ? 4_000 : 8_000) }).toEqual({
        name,
        isBounded: true,
      });
    }
    await fleet.everywhere(key, ({ status }) => status === 200);
    while ((await api!.ready()).status !== 200) await sleep(50);
  });

  it('accepts a key until 30 seconds after the last refresh and no longer, and again once the database responds', async () => {
    const { key } = await fleet.newKey();
    const [api] = fleet.processes;
    // No load of the machine can make these times too strict: each decision is made between a request and its response.
    const requestedMs = performance.now();
    const readMs = requestedMs - 1_000 * (await api!.metric('loupe_keys_age_seconds'));
    fleet.database.pause();
    const pausedMs = performance.now();
    let lastAcceptedMs = pausedMs;
    let refused: Response | undefined;
    while (!refused && lastAcceptedMs < pausedMs + promisedMs + stoppingMs) {
      const sentMs = performance.now();
      const answer = await api!.get(key);
      if (answer.status === 503) refused = answer;
      else {
        expect(answer.status).toBe(200);
        lastAcceptedMs = sentMs;
        await sleep(150);
      }
    }
    const refusedMs = performance.now();
    expect(lastAcceptedMs - pausedMs).toBeLessThan(promisedMs + stoppingMs);
    expect(refusedMs - readMs).toBeGreaterThan(promisedMs);
    expect(await refused!.json()).toMatchObject({ code: 'service_unavailable', retryable: true });
    expect(Number(refused!.headers.get('retry-after'))).toBeGreaterThan(0);
    fleet.database.resume();
    await fleet.everywhere(key, ({ status }) => status === 200);
  });
});
