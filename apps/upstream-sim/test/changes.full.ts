import { ask, askGrid, askJson, simulatorForTests } from './client';

const simulator = simulatorForTests();
const post = (path: string, json: object) => askJson(simulator.it, `/_sim/${path}`, { json });
const change = (id: string, changes: object) => post('changes', { id, ...changes });
const gridIds = async (): Promise<string[]> =>
  (await askGrid(simulator.it, 1001)).feed.profile_grid_items.map(({ media }: { media: { pk: string } }) => media.pk);
const profile = async () => (await askJson(simulator.it, '/api/v1/users/1001/info/')).user;
const statusOf = async (pk: string) => (await ask(simulator.it, `/api/v1/media/${pk}/info/`)).status;

afterEach(() => ask(simulator.it, '/_sim/changes', { method: 'DELETE' }));

test('published posts are the newest of the grid, dated by the clock, and counted in the profile', async () => {
  const [before, { media_count }] = [await gridIds(), await profile()];
  await post('clock', { ahead_seconds: 60 });
  const { posts } = await post('posts', { user_id: '1001', count: 2, caption: 'From the ridge' });
  await post('clock', { ahead_seconds: 0 });
  const [first, second] = posts.map(({ pk }: { pk: string }) => pk);
  const fresh = (await gridIds()).filter((pk) => !before.includes(pk));
  expect(fresh).toEqual([second, first]);
  expect((await profile()).media_count).toBe(media_count + 2);
  const [item] = (await askJson(simulator.it, `/api/v1/media/${first}/info/`)).items;
  expect(item).toMatchObject({ taken_at: Date.UTC(2026, 10, 20, 12, 31) / 1000, code: posts[0].code });
  expect(item.caption.text).toContain('From the ridge');
  await ask(simulator.it, '/_sim/changes', { method: 'DELETE' });
  expect([await gridIds(), await statusOf(first)]).toEqual([before, 400]);
});

test('a deleted post leaves the grid, and comes back to its place', async () => {
  const before = await gridIds();
  const pk = before.at(-1) as string;
  await change(pk, { deleted: true });
  expect([(await gridIds()).includes(pk), await statusOf(pk)]).toEqual([false, 400]);
  await change(pk, { deleted: false });
  expect([await gridIds(), await statusOf(pk)]).toEqual([before, 200]);
});

test('a member of a profile or post can change, vanish and return', async () => {
  await change('1001', { values: { follower_count: 417, biography: null } });
  expect((await profile()).follower_count).toBe(417);
  expect(await profile()).not.toHaveProperty('biography');
  await change('1001', { values: { biography: 'Back' } });
  expect(await profile()).toMatchObject({ follower_count: 417, biography: 'Back' });
  const pk = (await gridIds())[0] as string;
  await change(pk, { values: { like_count: 19 } });
  expect((await askJson(simulator.it, `/api/v1/media/${pk}/info/`)).items[0].like_count).toBe(19);
});

test.each([
  ['posts', { user_id: '1' }, /user_id/],
  ['posts', { user_id: '1001', count: 101 }, /count/],
  ['posts', { user_id: '1001', format: 'story' }, /format/],
  ['changes', { id: 'trail', deleted: true }, /id must be/],
])('refuses an invalid command to %s: %j', async (path, body, words) => {
  expect((await post(path, body)).error).toMatch(words);
});
