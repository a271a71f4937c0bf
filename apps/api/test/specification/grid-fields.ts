import { type Body, loupe } from './caller';
import {
  type Check,
  expectEvery,
  isAbsent,
  isBoolean,
  isInteger,
  isNullOr,
  isObject,
  isPictures,
  isText,
  isUrl,
} from './field-checks';
import { grids, known, lists } from './samples';

type Objects = () => Promise<Body[]>;

const feeds = async () => (await grids()).map(({ feed }) => feed);
const feedsWithMore = async () => (await feeds()).filter(({ more_available }) => more_available);
const joined = async (productType?: string) => {
  const pairs = (await grids()).flatMap(({ feed, posts }) =>
    feed.profile_grid_items.map(({ media }: Body) => ({ id: media.pk, grid: media, half: posts[media.pk] })),
  );
  return pairs.filter(({ grid }) => productType === undefined || grid.product_type === productType);
};
const gridHalves = async (productType?: string) => (await joined(productType)).map(({ grid }) => grid);
const postHalves = async (productType?: string) => (await joined(productType)).map(({ half }) => half);
const carousels = () => postHalves('carousel_container');
const children = async () => (await carousels()).flatMap(({ carousel_media }) => carousel_media);
const videoChildren = async () => (await children()).filter(({ media_type }) => media_type === 2);

const isKeyedById = (value: Body) => isObject(value) && Object.keys(value).every((id) => /^\d+$/.test(id));
const hasCandidates = (value: Body) => isPictures(value?.candidates);

const fields: [sentence: string, objects: Objects, name: string, check: Check][] = [
  ['"feed.more_available": "boolean"', feeds, 'more_available', isBoolean],
  [
    '"feed.profile_grid_items": "ordered array of {media}"',
    feeds,
    'profile_grid_items',
    (items) => items.every(({ media }: Body) => isObject(media)),
  ],
  ['"cursor to pass back as `cursor`"', feedsWithMore, 'profile_grid_items_cursor', isText],
  ['"feed.next_max_id": "present"', feedsWithMore, 'next_max_id', (value) => value !== undefined],
  [
    '"feed.pinned_profile_grid_items_ids": "array of media ids that are pinned"',
    feeds,
    'pinned_profile_grid_items_ids',
    (value) => Array.isArray(value) && value.every((id) => /^\d+$/.test(id)),
  ],
  ['"posts": "object keyed by media id"', grids, 'posts', isKeyedById],
  ['"The media is split across the two halves … Join on media id"', joined, 'half', isObject],
  [
    '"posts" has only media of the page',
    grids,
    'posts',
    (value, { feed }) => {
      const ids = new Set(feed.profile_grid_items.map(({ media }: Body) => media.pk));
      return Object.keys(value).every((id) => ids.has(id));
    },
  ],
  ['"posts[id] has code"', postHalves, 'code', isText],
  ['"posts[id] has caption"', postHalves, 'caption', isNullOr(isObject)],
  ['"posts[id] has like_count"', postHalves, 'like_count', isInteger],
  ['"posts[id] has comment_count"', postHalves, 'comment_count', isInteger],
  ['"posts[id] has play_count", "integer or null"', postHalves, 'play_count', isNullOr(isInteger)],
  ['"posts[id] has complete carousel_media children"', children, 'image_versions2', hasCandidates],
  ['"can report a video child as an image": posts[id] has its type', videoChildren, 'video_versions', isPictures],
  ['"posts[id] lacks image_versions2"', postHalves, 'image_versions2', isAbsent],
  ['"posts[id] lacks video_versions"', postHalves, 'video_versions', isAbsent],
  [
    '"posts[id]: only a stub user"',
    postHalves,
    'user',
    (user) => isText(user.id ?? user.pk) && !user.full_name && !user.profile_pic_url,
  ],
  ['"grid half has image_versions2"', gridHalves, 'image_versions2', hasCandidates],
  [
    '"grid half has video_versions for reels"',
    () => gridHalves('clips'),
    'video_versions',
    (value) => value.length > 0 && value.every(({ url }: Body) => isUrl(url)),
  ],
  [
    '"grid half has full user (full_name, profile_pic_url)"',
    gridHalves,
    'user',
    ({ full_name, profile_pic_url }) => isText(full_name) && isUrl(profile_pic_url),
  ],
  ['"grid half lacks code"', gridHalves, 'code', isAbsent],
  ['"unrenamed": no taken_at in a grid item', gridHalves, 'taken_at', isAbsent],
  ['"unrenamed": no video_duration in a grid item', gridHalves, 'video_duration', isAbsent],
  ['"unrenamed": no device_timestamp in a grid item', gridHalves, 'device_timestamp', isAbsent],
  ...['taken_at', 'image_versions2', 'video_versions', 'video_duration'].map(
    (name): [string, Objects, string, Check] => [
      `"The reels endpoint returns the flat shape with unprefixed" ${name}`,
      lists.reels,
      name,
      (value) => value !== undefined && value !== null,
    ],
  ),
];

describe('Profile-grid response', () => {
  it.each(fields)('%s', async (_, objects, name, check) => expectEvery(await objects(), name, check));

  it('"this array defines the ordering": newest first, after the pinned posts', async () => {
    const items = (await loupe.grid(known.marta)).flatMap(({ feed }) => feed.profile_grid_items);
    const pinned: string[] = (await loupe.body(`/users/${known.marta}/posts`)).feed.pinned_profile_grid_items_ids;
    expect(items.slice(0, pinned.length).map(({ media }) => media.pk)).toEqual(pinned);
    const times = items.slice(pinned.length).map(({ media }) => media['1ltaken_at']);
    expect(times.length).toBeGreaterThan(20);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    const storyTeller = await loupe.body(`/users/${known.storyTeller}/posts`);
    expect(storyTeller.feed.pinned_profile_grid_items_ids).toHaveLength(3);
  });

  it('"feed.next_max_id": "NOT a paging token for this endpoint"', async () => {
    const { next_max_id } = (await grids())[0].feed;
    const refusal = await loupe.refusal(`/users/${known.marta}/posts?cursor=${encodeURIComponent(next_max_id)}`);
    expect(refusal).toEqual([400, 'invalid_cursor']);
  });

  it('"complete carousel_media children": with the same types as in the single post', async () => {
    const [half] = await carousels();
    const typesOf = ({ carousel_media }: Body) => carousel_media.map(({ media_type }: Body) => media_type);
    const single = await loupe.body(`/posts/${half.code}`);
    expect(typesOf(single).length).toBeGreaterThan(1);
    expect(typesOf(half)).toEqual(typesOf(single));
  });

  it.each(['1ltaken_at', '1fvideo_duration', '1flat', '1flng', '1ldevice_timestamp', '1lbrs_severity'])(
    '"Some keys arrive with a short type prefix and are passed through unrenamed": %s',
    async (key) => expect(JSON.stringify(await grids())).toContain(`"${key}":`),
  );

  it('"The reels endpoint returns the flat shape": no prefixed key', async () => {
    const text = JSON.stringify(await lists.reels());
    expect(text).toContain('"taken_at":');
    expect(text).not.toMatch(/"1[a-z](taken_at|video_duration|lat|lng|device_timestamp|brs_severity)":/);
  });
});
