import { allOperations, type Operation, operations } from '@loupe/dto';
import { specifiedFields } from '../openapi/specified-fields';
import { usualTestApi } from '../support/per-worker/usual-api';
import { type AnyJson, send } from '../support/send';
import type { Tenant } from '../support/tenants';
import type { TestApi } from '../support/test-api';
import { ownCases } from './cases';
import { DeclaredSchemas } from './declared-schemas';
import { known, knownAudio, knownHighlights, knownPlaces, knownPosts } from './known';

let api: TestApi;
let tenant: Tenant;
let schemas: DeclaredSchemas;
beforeAll(async () => {
  api = await usualTestApi();
  tenant = await api.tenants.create('1000');
  schemas = new DeclaredSchemas((await send(api.baseUrl, '/openapi.json')).json);
});
afterAll(() => api.stop());

async function answer(operation: Operation, path: string): Promise<AnyJson> {
  const reply = await send(api.baseUrl, path, { key: tenant.key });
  expect({ path, status: reply.status, violations: schemas.violationsOf(operation, reply) }).toEqual({
    path,
    status: 200,
    violations: [],
  });
  return reply.json;
}

const photo = 1;
const video = 2;
const carousel = 8;

/** Expects the members that every media has, whatever its source. `timeKey` is the name of its `taken_at`. */
function expectMedia(media: AnyJson, timeKey = 'taken_at'): void {
  const promised = specifiedFields.Media!.filter((name) => name !== 'taken_at' && name !== 'carousel_media');
  expect(promised.filter((name) => !(name in media))).toEqual([]);
  const { media_type: type, product_type: product } = media;
  expect([photo, video, carousel]).toContain(type);
  expect([media[timeKey], media.like_count, media.comment_count].every(Number.isInteger)).toBe(true);
  expect(media.play_count === null || Number.isInteger(media.play_count)).toBe(true);
  expect({ product, filled: media.video_versions.length > 0 }).toEqual({ product, filled: type === video });
  expect({ product, children: Array.isArray(media.carousel_media) }).toEqual({ product, children: type === carousel });
  expect(Array.isArray(media.usertags.in)).toBe(true);
  if (type === video) expect(media.usertags.in).toEqual([]);
  expect(Array.isArray(media.coauthor_producers)).toBe(true);
  expect({ product, sound: media.clips_metadata !== null }).toEqual({ product, sound: product === 'clips' });
}

const ofShowcase = [
  ...[knownPosts.photo.code, knownPosts.likesHidden, knownPosts.commentsDisabled, knownPosts.carousel, knownPosts.reel],
  ...[knownPosts.hugeThread, knownPosts.noComments, knownPosts.tailThread, knownPosts.opaqueTailThread],
];

test.each(ofShowcase)('post %s has every specified member, and about 240 in all', async (id) => {
  const media = await answer(operations.posts.byId, `/posts/${id}`);
  expectMedia(media);
  const count = Object.keys(media).length;
  expect([count > 230, count < 255]).toEqual([true, true]);
});

const { users, hashtags, locations, audio } = operations;
const mediaLists: readonly [path: string, operation: Operation, timeKey: string][] = [
  [`/users/${known.marta}/reels`, users.reels, 'taken_at'],
  [`/users/${known.marta}/tagged`, users.tagged, 'taken_at'],
  [`/users/${known.marta}/reposts`, users.reposts, '1ltaken_at'],
  ['/hashtags/trail/top', hashtags.top, 'taken_at'],
  ['/hashtags/trail/recent', hashtags.recent, 'taken_at'],
  ['/hashtags/trail/reels', hashtags.reels, 'taken_at'],
  [`/locations/${knownPlaces.venue}/top`, locations.top, 'taken_at'],
  [`/locations/${knownPlaces.venue}/recent`, locations.recent, 'taken_at'],
  [`/audio/${knownAudio.cluster}/medias`, audio.medias, 'taken_at'],
];
test.each(mediaLists)('%s lists media that have every specified member', async (path, operation, timeKey) => {
  const { items } = await answer(operation, path);
  expect(items.length).toBeGreaterThan(5);
  for (const media of items) expectMedia(media, timeKey);
});

const storyLists: readonly [path: string, operation: Operation][] = [
  [`/users/${known.storyTeller}/stories`, users.stories],
  [`/stories/${known.marta}`, operations.stories.byReel],
  [`/highlights/${knownHighlights.ofMarta}`, operations.highlights.byId],
];
test.each(storyLists)(
  '%s lists stories that have every specified member, including those that only stories have',
  async (path, operation) => {
    const { items } = await answer(operation, path);
    for (const story of items) {
      expectMedia(story);
      expect(story).toMatchObject({ product_type: 'story', is_reel_media: true, story_hashtags: expect.any(Array) });
      expect(story.expiring_at - story.taken_at).toBe(86_400);
    }
    expectMedia(await answer(operations.posts.byId, `/posts/${items[0].pk}`));
  },
);

test('the lists of tagged media contain photos, carousels and reels', async () => {
  for (const pk of [known.marta, known.showcase, known.storyTeller]) {
    const { items } = await answer(users.tagged, `/users/${pk}/tagged`);
    const products = items.map((media: AnyJson) => media.product_type);
    expect(new Set(products)).toEqual(new Set(['feed', 'carousel_container', 'clips']));
  }
});

const userLists = allOperations
  .filter(({ answer }) => answer.of === 'CompactUser')
  .map((operation) => {
    const example = ownCases.find((one) => one.operation === operation && one.status === 200)!;
    return [example.path, operation] as const;
  });
test.each(userLists)('%s lists users with every specified member, and about 15 in all', async (path, operation) => {
  const { items } = await answer(operation, path);
  expect(items.length).toBeGreaterThan(0);
  for (const user of items) {
    expect(specifiedFields.CompactUser!.filter((name) => !(name in user))).toEqual([]);
    expect([14, 15, 16]).toContain(Object.keys(user).length);
    expect(Array.isArray(user.account_badges)).toBe(true);
  }
});

test('in the profile grid, a single media has null as children, and a carousel of ten has only five of them in `feed`', async () => {
  const { feed, posts } = await answer(users.posts, `/users/${known.showcase}/posts`);
  const media: AnyJson[] = feed.profile_grid_items.map((item: AnyJson) => item.media);
  const isCarousel = ({ media_type }: AnyJson) => media_type === carousel;
  expect(media.filter((one) => !isCarousel(one)).map((one) => one.carousel_media)).toContain(null);
  const children = media
    .filter(isCarousel)
    .map((one) => [one.carousel_media.length, posts[one.pk].carousel_media.length]);
  expect(children).toContainEqual([5, 10]);
});

test('this file covers every operation that returns media or stories', () => {
  const covered = [...mediaLists, ...storyLists].map(([, { name }]) => name);
  const returning = allOperations.filter(({ answer }) => ['Media', 'StoryItem'].includes(answer.of));
  const lists = returning.filter((operation) => operation !== operations.posts.byId);
  expect(new Set(covered)).toEqual(new Set(lists.map(({ name }) => name)));
});

describe('an account whose data lack optional members', () => {
  const lists: readonly [path: string, operation: Operation, missing: string][] = [
    [`/users/${known.quirky}/reels`, users.reels, 'is_paid_partnership'],
    [`/users/${known.quirky}/stories`, users.stories, 'like_count'],
  ];
  test.each(lists)('has responses from %s that conform to the OpenAPI document', async (path, operation, missing) => {
    const { items } = await answer(operation, path);
    expect(items.length).toBeGreaterThan(0);
    for (const media of items) expect(media).not.toHaveProperty(missing);
  });

  test('has posts, comments and likers whose responses conform to the OpenAPI document', async () => {
    const { feed } = await answer(users.posts, `/users/${known.quirky}/posts`);
    const pks: string[] = feed.profile_grid_items.map(({ media }: AnyJson) => media.pk);
    const media: AnyJson[] = [];
    const streams: AnyJson[] = [];
    const likers: AnyJson[] = [];
    for (const pk of pks) {
      const ofPost = `user_id=${known.quirky}`;
      media.push(await answer(operations.posts.byId, `/posts/${pk}`));
      streams.push(await answer(operations.posts.comments, `/posts/${pk}/comments?${ofPost}`));
      likers.push(...(await answer(operations.posts.likers, `/posts/${pk}/likers?${ofPost}`)).items);
    }
    const photos = media.filter(({ media_type }) => media_type === photo);
    expect(photos.filter((one) => 'video_versions' in one || 'play_count' in one)).toEqual([]);
    expect(new Set(media.map(({ usertags }) => (usertags ? 'filled' : usertags)))).toEqual(
      new Set(['filled', null, undefined]),
    );
    expect(streams.filter((stream) => 'comment_count' in stream)).toEqual([]);
    expect(streams.some((stream) => !('has_more_headload_comments' in stream))).toBe(true);
    expect(likers.length).toBeGreaterThan(0);
    expect(likers.filter((liker) => 'account_badges' in liker)).toEqual([]);
  });
});
