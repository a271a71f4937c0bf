import { send } from '../support/send';
import { api, tenant } from '../support/usual';
import { known } from './known';

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
