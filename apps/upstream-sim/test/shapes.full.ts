import { ask, askGrid, askJson, simulatorForTests } from './client';
import { examples } from './operation-examples';

const simulator = simulatorForTests();
const profileOf = async (pk: string) => (await askJson(simulator.it, `/api/v1/users/${pk}/info/`)).user;

const typicalKb: Readonly<Record<string, readonly [from: number, to: number]>> = {
  'users.info': [8, 22],
  'friendships.followers': [15, 35],
  'friendships.following': [15, 35],
  'graphql.profile_timeline': [120, 400],
  'clips.user': [160, 500],
  'usertags.feed': [130, 400],
  'graphql.user_reposts': [90, 400],
  'highlights.tray': [8, 25],
  'media.info': [11, 45],
  'media.comments': [15, 50],
  'search.account_serp': [15, 40],
  'search.audio': [15, 45],
  'tags.sections': [150, 550],
  'locations.sections': [150, 550],
  'clips.music': [160, 500],
};

describe('shapes of responses', () => {
  test.each(Object.entries(typicalKb))('%s has a realistic size', async (operation, [from, to]) => {
    const [path, options] = examples[operation] ?? [''];
    const { bytes } = await ask(simulator.it, path, options);
    expect(bytes.length / 1024).toBeGreaterThan(from);
    expect(bytes.length / 1024).toBeLessThan(to);
  });

  test('a profile has about 246 members, a compact user 16, a liker 15 and a post 240', async () => {
    const { users } = await askJson(simulator.it, '/api/v1/friendships/1001/followers/');
    for (const compact of users.slice(0, 5)) {
      const keys = Object.keys(await profileOf(compact.pk)).length;
      expect([keys > 235, keys < 256]).toEqual([true, true]);
      expect(Object.keys(compact).length).toBe('profile_pic_id' in compact ? 16 : 15);
    }
    const { feed } = await askGrid(simulator.it, 1001);
    for (const { media } of feed.profile_grid_items.slice(0, 5)) {
      const { items } = await askJson(simulator.it, `/api/v1/media/${media.pk}/info/`);
      const keys = Object.keys(items[0]).length;
      expect([keys > 230, keys < 255]).toEqual([true, true]);
    }
    const likers = (await askJson(simulator.it, '/api/v1/media/2006059184019655369/likers/')).users;
    for (const liker of likers) expect(Object.keys(liker).length).toBe('profile_pic_id' in liker ? 15 : 14);
  });

  test('the order of members varies, and some members are undocumented', async () => {
    const { users } = await askJson(simulator.it, '/api/v1/friendships/1001/followers/');
    const profiles = await Promise.all(users.slice(0, 12).map(({ pk }: { pk: string }) => profileOf(pk)));
    expect(new Set(profiles.map((profile) => Object.keys(profile)[0])).size).toBeGreaterThan(6);
    const unannounced = profiles.map((profile) => 'surface_capability_mask' in profile);
    expect(new Set(unannounced)).toEqual(new Set([true, false]));
  });

  test('`scans_profile` is missing from some pictures', async () => {
    const { feed } = await askGrid(simulator.it, 1001);
    const seen = new Set<boolean>();
    for (let cursor = feed.profile_grid_items_cursor; cursor; ) {
      const page = await askGrid(simulator.it, 1001, cursor);
      for (const { media } of page.feed.profile_grid_items) {
        seen.add('scans_profile' in media.image_versions2.candidates[0]);
      }
      cursor = page.feed.profile_grid_items_cursor;
    }
    expect(seen.size).toBe(2);
  });

  test('the first half of a post in the profile grid has 5 of 10 carousel children, the second half all 10', async () => {
    const { feed, deferred } = await askGrid(simulator.it, 1012);
    const media = feed.profile_grid_items.map((item: { media: { pk: string } }) => item.media);
    const at = media.findIndex(({ pk }: { pk: string }) => pk === '3386336733121267875');
    const whole = deferred.find(({ path }: { path: unknown[] }) => path[2] === at)?.data;
    const counts = [media[at].carousel_media_count, media[at].carousel_media.length, whole.carousel_media.length];
    expect(counts).toEqual([10, 5, 10]);
  });
});
