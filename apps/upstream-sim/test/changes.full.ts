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

test('a published reel is in the list of reels', async () => {
  const { posts } = await post('posts', { user_id: '1001', format: 'reel' });
  const { items } = await askJson(simulator.it, '/api/v1/clips/user/', { form: { target_user_id: '1001' } });
  expect(items[0].media.pk).toBe(posts[0].pk);
});

test('a deleted post leaves the grid, and comes back to its place', async () => {
  const before = await gridIds();
  const pk = before.at(-1) as string;
  await change(pk, { deleted: true });
  expect([(await gridIds()).includes(pk), await statusOf(pk)]).toEqual([false, 400]);
  await change(pk, { deleted: false });
  expect([await gridIds(), await statusOf(pk)]).toEqual([before, 200]);
});

test('a pinned post moves to the front, and unpinned it is where it was', async () => {
  const before = await gridIds();
  const pk = before.at(-1) as string;
  await change(pk, { pinned: true });
  expect((await gridIds()).indexOf(pk)).toBeLessThan(before.indexOf(pk));
  await change(pk, { pinned: false });
  expect(await gridIds()).toEqual(before);
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

test('a deleted comment leaves its thread and comes back', async () => {
  const path = '/api/v1/media/2639297316059813967_1012/comments/';
  const ids = async () => (await askJson(simulator.it, path)).comments.map(({ pk }: { pk: string }) => pk);
  const before = await ids();
  await change(before[0], { deleted: true });
  expect((await ids())[0]).toBe(before[1]);
  await change(before[0], { deleted: false });
  expect(await ids()).toEqual(before);
});

test.each([
  ['posts', { user_id: '1' }, /user_id/],
  ['posts', { user_id: '1001', count: 101 }, /count/],
  ['posts', { user_id: '1001', format: 'story' }, /format/],
  ['changes', { id: 'trail', deleted: true }, /id must be/],
])('refuses an invalid command to %s: %j', async (path, body, words) => {
  expect((await post(path, body)).error).toMatch(words);
});
