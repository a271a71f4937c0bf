import { startSimulator } from '../src/simulator';
import { ask, askGrid, askJson, frozenMs, simulatorForTests } from './client';
import { examples } from './operation-examples';

const simulator = simulatorForTests();
const info = async (pk: string | number) => (await askJson(simulator.it, `/api/v1/users/${pk}/info/`)).user;
const post = async (id: string) => (await askJson(simulator.it, `/api/v1/media/${id}/info/`)).items[0];

describe('consistency of the simulated world', () => {
  test('two simulators with the same seed return equal bytes except for their addresses', async () => {
    const other = await startSimulator({ now: () => frozenMs });
    const seen = async (one: typeof other, [path, options]: (typeof examples)[string]) =>
      (await ask(one, path, options)).text.replace(/http:\/\/127[^"]*/g, '').replace(/efg=\w+/g, '');
    for (const example of Object.values(examples))
      expect(await seen(other, example)).toBe(await seen(simulator.it, example));
    await other.close();
  });

  test('another seed gives other followers, and the documented account 1001 still exists', async () => {
    const other = await startSimulator({ now: () => frozenMs, seed: 'other' });
    const [path] = examples['friendships.followers'] ?? [''];
    expect((await ask(other, '/api/v1/users/1001/info/')).status).toBe(200);
    const names = async (one: typeof other) =>
      (await askJson(one, path)).users.map((user: { username: string }) => user.username);
    expect(await names(other)).not.toEqual(await names(simulator.it));
    await other.close();
  });

  test('a compact user agrees with its profile', async () => {
    const { users } = await askJson(simulator.it, '/api/v1/friendships/1001/followers/');
    for (const compact of users.slice(0, 8)) {
      const { username, full_name, is_private, is_verified, fbid_v2 } = compact;
      expect(await info(compact.pk)).toMatchObject({ username, full_name, is_private, is_verified, fbid_v2 });
    }
  });

  test('a post is the same in the grid, by its id and in the list of reels', async () => {
    const { feed, deferred } = await askGrid(simulator.it, 1001);
    for (const row of deferred.slice(0, 6)) {
      const item = feed.profile_grid_items[row.path[2]].media;
      const { code, comment_count, caption } = row.data;
      const whole = await post(item.pk);
      expect(whole).toMatchObject({ id: item.id, code, comment_count, media_type: item.media_type });
      expect([whole.taken_at, whole.caption?.text]).toEqual([row.data['1ltaken_at'], caption?.text]);
    }
    const { items } = await askJson(simulator.it, '/api/v1/clips/user/', { form: { target_user_id: '1001' } });
    expect(await post(items[0].media.pk)).toEqual(items[0].media);
  });
});
