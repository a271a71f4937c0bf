import { startSimulator } from '../src/simulator';
import { ask, askGraphql, askGrid, askJson, frozenMs, parsed, simulatorForTests } from './client';
import { examples } from './operation-examples';

const simulator = simulatorForTests();
const info = async (pk: string | number) => (await askJson(simulator.it, `/api/v1/users/${pk}/info/`)).user;
const post = async (id: string) => (await askJson(simulator.it, `/api/v1/media/${id}/info/`)).items[0];

async function walk(path: string, member: string): Promise<{ pk: number }[]> {
  const items: { pk: number }[] = [];
  let cursor = '';
  do {
    const page = await askJson(simulator.it, `${path}${cursor && `&max_id=${encodeURIComponent(cursor)}`}`);
    items.push(...page[member]);
    cursor = page.next_max_id ?? '';
  } while (cursor);
  return items;
}

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
      const profile = await info(compact.pk);
      for (const member of [
        'username',
        'full_name',
        'is_private',
        'is_verified',
        'profile_pic_id',
        'fbid_v2',
        'has_anonymous_profile_picture',
      ]) {
        expect(profile[member]).toEqual(compact[member]);
      }
    }
  });

  test('the lists of followers and followed accounts are as long as the profile’s counts, and all followers differ', async () => {
    const profile = await info(1001);
    const followers = await walk('/api/v1/friendships/1001/followers/?count=100', 'users');
    const following = await walk('/api/v1/friendships/1001/following/?x=1', 'users');
    expect([followers.length, following.length]).toEqual([profile.follower_count, profile.following_count]);
    expect(new Set(followers.map(({ pk }) => pk)).size).toBe(followers.length);
  });

  test('an account is in the follower lists of the public accounts that it follows', async () => {
    const following = await walk('/api/v1/friendships/1001/following/?x=1', 'users');
    const open = following.filter((user) => (user as { is_private?: boolean }).is_private === false).slice(-6);
    for (const { pk } of open) {
      const followers = await walk(`/api/v1/friendships/${pk}/followers/?count=100`, 'users');
      expect(followers.map((user) => user.pk)).toContain(1001);
    }
  });

  test('a post is the same in the grid, by its id and in the list of reels', async () => {
    const { feed, deferred } = await askGrid(simulator.it, 1001);
    for (const row of deferred.slice(0, 6)) {
      const item = feed.profile_grid_items[row.path[2]].media;
      const whole = await post(item.pk);
      expect(row.data.id).toBe(item.id);
      expect([whole.id, whole.code, whole.comment_count, whole.media_type]).toEqual([
        item.id,
        row.data.code,
        row.data.comment_count,
        item.media_type,
      ]);
      expect(whole.taken_at).toBe(row.data['1ltaken_at']);
      expect(whole.caption?.text).toBe(row.data.caption?.text);
    }
    const { items } = await askJson(simulator.it, '/api/v1/clips/user/', { form: { target_user_id: '1001' } });
    expect(await post(items[0].media.pk)).toEqual(items[0].media);
  });

  test('a post has as many comments and replies as its comment count says', async () => {
    const id = '3427972388219817405_1012';
    const comments = (await walk(`/api/v1/media/${id}/comments/?x=1`, 'comments')) as unknown as {
      child_comment_count: number;
      pk: string;
    }[];
    const replies = comments.reduce((sum, { child_comment_count }) => sum + child_comment_count, 0);
    expect(comments.length + replies).toBe((await post(id)).comment_count);
    expect(new Set(comments.map(({ pk }) => pk)).size).toBe(90);
  });

  test('tagged media are photos and carousels that show the tag, and reels, which show no tags', async () => {
    const { items } = await askJson(simulator.it, '/api/v1/usertags/1001/feed/');
    expect(items.length).toBe(20);
    expect(new Set(items.map((item: { product_type: string }) => item.product_type))).toEqual(
      new Set(['feed', 'carousel_container', 'clips']),
    );
    for (const item of items) {
      const tagged = item.usertags.in.map((tag: { user: { pk: number } }) => tag.user.pk);
      if (item.product_type === 'clips') expect(tagged).toEqual([]);
      else expect(tagged).toContain(1001);
    }
  });

  test('a repost has the code and the author of the original post', async () => {
    const [row] = await askGraphql(simulator.it, 'IGUserRepostsQuery', { id: '1001' });
    const user = row.data['1$fetch__XDTUserDict(id:$id)'];
    const [first] = user['1$user_reposts_timeline(max_id:$max_id)'].repost_grid_items;
    const original = await post(first.media.pk);
    expect([original.code, String(original.user.pk)]).toEqual([first.media.code, first.media.user.pk]);
    expect(first.media.user.pk).not.toBe('1001');
  });

  test('posts of a tag have it in their captions, posts of a place have its location, and reels of an audio use it', async () => {
    const mediaOf = (text: string) =>
      parsed(text).sections.flatMap((section: { layout_content: object }) => JSON.stringify(section.layout_content));
    const tag = await ask(simulator.it, '/api/v1/tags/trail/sections/', { form: { tab: 'recent' } });
    expect(
      mediaOf(tag.text)
        .join('')
        .match(/"code":/g)?.length,
    ).toBe(28);
    expect(tag.text.match(/"text":"[^"]*#trail[^"]*"/g)?.length).toBe(28);
    const place = await ask(simulator.it, '/api/v1/locations/371653515/sections/', { form: { tab: 'recent' } });
    expect(place.text.match(/"location":\{"pk":371653515,/g)?.length).toBe(28);
    const audio = await askJson(simulator.it, '/api/v1/clips/music/', {
      form: { music_canonical_id: '18418000394075459' },
    });
    for (const { media } of audio.items) {
      expect(media.clips_metadata.music_info.music_asset_info.audio_cluster_id).toBe('797000832107795');
    }
  });

  test('a highlight has the title and the number of items that the tray states, and lists the ids of its items', async () => {
    const { tray } = await askJson(simulator.it, '/api/v1/highlights/1001/highlights_tray/');
    const ids = tray.map(({ id }: { id: string }) => id);
    const { reels } = await askJson(simulator.it, '/api/v1/feed/reels_media/', {
      form: { user_ids: JSON.stringify(ids) },
    });
    for (const entry of tray) {
      const reel = reels[entry.id];
      expect([reel.title, reel.items.length]).toEqual([entry.title, entry.media_count]);
      expect(reel.items.map(({ pk }: { pk: string }) => pk)).toEqual(reel.media_ids);
    }
  });

  test('stories have not expired and agree with the profile and the media info', async () => {
    const { reel } = await askJson(simulator.it, '/api/v1/feed/user/1001/story/');
    expect(reel.items.length).toBe(3);
    for (const item of reel.items) expect(item.expiring_at).toBeGreaterThan(frozenMs / 1000 - 3600);
    expect((await info(1001)).latest_reel_media).toBe(reel.latest_reel_media);
    expect((await post(reel.items[0].pk)).id).toBe(reel.items[0].id);
  });
});
