import { send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import { known } from './known';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await startTestApi();
  tenant = await api.tenants.create('10');
});
afterAll(() => api.stop());
afterEach(() => api.simulator.clearFaults());

test.each([
  [`/users/${known.storyTeller}/stories`, 'feed.user_story'],
  [`/stories/${known.storyTeller}`, 'feed.user_story'],
  [`/users/${known.storyTeller}/highlights`, 'highlights.tray'],
])('%s asks for the profile and %s before either is answered', async (path, upstream) => {
  const delayMs = 6_000;
  await api.simulator.fault({ operation: '*', fault: 'delay', delay_ms: delayMs });
  await api.simulator.forget();
  expect((await send(api.baseUrl, path, { key: tenant.key })).status).toBe(200);
  const seen = await api.simulator.seen();
  expect(seen.map(({ operation }) => operation).sort()).toEqual(['users.info', upstream].sort());
  const [first, second] = seen.map(({ at }) => Date.parse(at));
  expect(second! - first!).toBeLessThan(delayMs);
});
