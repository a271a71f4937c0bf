import { ask, askGrid, askJson, simulatorForTests } from './client';
import { EXAMPLES } from './operation-examples';

const simulator = simulatorForTests();
const profileOf = async (pk: string) => (await askJson(simulator.it, `/api/v1/users/${pk}/info/`)).user;

/** Kilobytes that an answer of the platform typically has, give or take half. */
const TYPICAL_KB: Readonly<Record<string, readonly [from: number, to: number]>> = {
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

describe('shapes', () => {
  test.each(Object.entries(TYPICAL_KB))('%s is as large as in life', async (operation, [from, to]) => {
    const [path, asked] = EXAMPLES[operation] ?? [''];
    const { bytes } = await ask(simulator.it, path, asked);
    expect(bytes.length / 1024).toBeGreaterThan(from);
    expect(bytes.length / 1024).toBeLessThan(to);
  });

  test('a profile has some 246 members, a compact user 16, a post some 200', async () => {
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
      expect([keys > 180, keys < 210]).toEqual([true, true]);
    }
  });

  test('members come in no fixed order, and some are undocumented', async () => {
    const { users } = await askJson(simulator.it, '/api/v1/friendships/1001/followers/');
    const profiles = await Promise.all(users.slice(0, 12).map(({ pk }: { pk: string }) => profileOf(pk)));
    expect(new Set(profiles.map((profile) => Object.keys(profile)[0])).size).toBeGreaterThan(6);
    const unannounced = profiles.map((profile) => 'surface_capability_mask' in profile);
    expect(new Set(unannounced)).toEqual(new Set([true, false]));
  });

  test('`scans_profile` is missing from some pictures, tagged people are absent in three ways', async () => {
    const { feed } = await askGrid(simulator.it, 1001);
    const seen = { scans: new Set<boolean>(), tags: new Set<string>() };
    for (let cursor = feed.profile_grid_items_cursor; cursor; ) {
      const page = await askGrid(simulator.it, 1001, cursor);
      for (const { media } of page.feed.profile_grid_items) {
        seen.scans.add('scans_profile' in media.image_versions2.candidates[0]);
      }
      for (const { data } of page.deferred) {
        seen.tags.add(data.usertags === null ? 'null' : data.usertags === undefined ? 'absent' : 'list');
      }
      cursor = page.feed.profile_grid_items_cursor;
    }
    expect([seen.scans.size, seen.tags.size]).toEqual([2, 3]);
  });
});
