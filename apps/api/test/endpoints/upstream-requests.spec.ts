import { usualTestApi } from '../support/per-worker/usual-api';
import { send } from '../support/send';
import type { Tenant } from '../support/tenants';
import type { TestApi } from '../support/test-api';
import { known } from './known';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await usualTestApi();
  tenant = await api.tenants.create('10');
});
afterAll(() => api.stop());
afterEach(() => api.simulator.clearFaults());

test.each([
  [`/users/${known.storyTeller}/stories`, 'feed.user_story'],
  [`/stories/${known.storyTeller}`, 'feed.user_story'],
  [`/users/${known.storyTeller}/highlights`, 'highlights.tray'],
])('%s requests the profile and %s in parallel', async (path, upstream) => {
  await api.simulator.fault({ operation: '*', fault: 'hold' });
  await api.simulator.forget();
  const reply = send(api.baseUrl, path, { key: tenant.key });
  await api.simulator.held(2);
  await api.simulator.release();
  expect((await reply).status).toBe(200);
  const seen = await api.simulator.seen();
  expect(seen.map(({ operation }) => operation).sort()).toEqual(['users.info', upstream].sort());
});
