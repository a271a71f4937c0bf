import { ApiFleet } from './api-fleet';

describe('an API process whose database hangs', () => {
  let fleet: ApiFleet;
  beforeAll(async () => {
    fleet = await ApiFleet.start(1, {});
  }, 120_000);
  afterAll(() => fleet.stop(), 60_000);

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
