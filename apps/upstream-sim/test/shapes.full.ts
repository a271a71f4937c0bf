import { ask, askJson, simulatorForTests } from './client';
import { examples } from './operation-examples';

const simulator = simulatorForTests();

const replyOf = (operation: string) => {
  const [path, options] = examples[operation] ?? [''];
  return ask(simulator.it, path, options);
};

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

test.each(Object.entries(typicalKb))('%s has a realistic size', async (operation, [from, to]) => {
  const { bytes } = await replyOf(operation);
  expect(bytes.length / 1024).toBeGreaterThan(from);
  expect(bytes.length / 1024).toBeLessThan(to);
});

test('the order of members varies, and some members are undocumented', async () => {
  const { users } = await askJson(simulator.it, '/api/v1/friendships/1001/followers/');
  const profiles: object[] = await Promise.all(
    users.slice(0, 12).map(async ({ pk }: { pk: string }) => {
      const { user } = await askJson(simulator.it, `/api/v1/users/${pk}/info/`);
      return user;
    }),
  );
  expect(new Set(profiles.map((profile) => Object.keys(profile)[0])).size).toBeGreaterThan(6);
  expect(new Set(profiles.map((profile) => 'surface_capability_mask' in profile))).toEqual(new Set([true, false]));
});

// The tests of the API can lose a digit only if the simulator sends numbers that a double cannot represent.
test.each([
  ['media.info', 'pk', 'the post'],
  ['media.info', 'fbid', 'the post'],
  ['media.info', 'fbid_v2', 'its author'],
  ['media.info', 'media_id', 'its caption'],
  ['media.comments', 'media_id', 'each comment'],
  ['search.hashtags', 'id', 'each tag'],
  ['users.info', 'link_id', 'each link'],
  ['users.info', 'interop_messaging_user_fbid', 'the profile'],
  ['usertags.feed', 'next_max_id', 'the page'],
  ['feed.user_story', 'pk', 'each story'],
  ['feed.user_story', 'media_ids', 'the reel, in an array'],
  ['feed.reels_media', 'media_ids', 'each reel, in an array'],
])('%s has `%s` of %s as a JSON number beyond the precision of a double', async (operation, member) => {
  const { text } = await replyOf(operation);
  const found = [...text.matchAll(new RegExp(`"${member}":\\[?([\\d,]{16,})[,}\\]]`, 'g'))];
  const numbers = found.flatMap(([, digits = '']) => digits.split(','));
  expect(numbers.length).toBeGreaterThan(0);
  expect(numbers.filter((digits) => String(Number(digits)) === digits)).toEqual([]);
});
