import { type Body, loupe } from './caller';
import { expectEvery, isAbsent, isBoolean, isInteger, isObject, isPicture, isText, isUrl } from './field-checks';
import { grids, known, lists } from './samples';

const feeds = async () => (await grids()).map(({ feed }) => feed);
const joined = async (productType?: string) => {
  const pairs = (await grids()).flatMap(({ feed, posts }) =>
    feed.profile_grid_items.map(({ media }: Body) => ({ id: media.pk, grid: media, half: posts[media.pk] })),
  );
  return pairs.filter(({ grid }) => productType === undefined || grid.product_type === productType);
};
const gridHalves = async (productType?: string) => (await joined(productType)).map(({ grid }) => grid);
const postHalves = async (productType?: string) => (await joined(productType)).map(({ half }) => half);

describe('Profile-grid response', () => {
  it('"feed.more_available": "boolean"', async () => expectEvery(await feeds(), 'more_available', isBoolean));

  it('"feed.profile_grid_items": "ordered array of {media}"', async () =>
    expectEvery(await feeds(), 'profile_grid_items', (items) => items.every(({ media }: Body) => isObject(media))));

  it('"this array defines the ordering": newest first, after the pinned posts', async () => {
    const items = (await loupe.grid(known.marta)).flatMap(({ feed }) => feed.profile_grid_items);
    const pinned: string[] = (await loupe.body(`/users/${known.marta}/posts`)).feed.pinned_profile_grid_items_ids;
    expect(items.slice(0, pinned.length).map(({ media }) => media.pk)).toEqual(pinned);
    const times = items.slice(pinned.length).map(({ media }) => media['1ltaken_at']);
    expect(times.length).toBeGreaterThan(20);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it('"feed.profile_grid_items_cursor": "cursor to pass back as `cursor`"', async () =>
    expectEvery(
      (await feeds()).filter(({ more_available }) => more_available),
      'profile_grid_items_cursor',
      isText,
    ));

  it('"feed.next_max_id": "present"', async () => {
    const more = (await feeds()).filter(({ more_available }) => more_available);
    expectEvery(more, 'next_max_id', (value) => value !== undefined);
  });

  it('"feed.next_max_id": "NOT a paging token for this endpoint"', async () => {
    const { next_max_id } = (await grids())[0].feed;
    const refusal = await loupe.refusal(`/users/${known.marta}/posts?cursor=${encodeURIComponent(next_max_id)}`);
    expect(refusal).toEqual([400, 'invalid_cursor']);
  });

  it('"feed.pinned_profile_grid_items_ids": "array of media ids that are pinned"', async () => {
    expectEvery(
      await feeds(),
      'pinned_profile_grid_items_ids',
      (value) => Array.isArray(value) && value.every((id) => /^\d+$/.test(id)),
    );
    expect((await loupe.body(`/users/${known.storyTeller}/posts`)).feed.pinned_profile_grid_items_ids).toHaveLength(3);
  });

  it('"posts": "object keyed by media id; values are media objects"', async () => {
    expectEvery(
      await grids(),
      'posts',
      (value) => isObject(value) && Object.keys(value).every((id) => /^\d+$/.test(id)),
    );
    expect(await postHalves()).not.toEqual([]);
  });

  it('"The media is split across the two halves … Join on media id"', async () => {
    expectEvery(await joined(), 'half', (value) => isObject(value));
    expectEvery(await grids(), 'posts', (value, { feed }) => {
      const ids = new Set(feed.profile_grid_items.map(({ media }: Body) => media.pk));
      return Object.keys(value).every((id) => ids.has(id));
    });
  });
});

describe('The two halves of a profile grid', () => {
  it('"posts[id] has code"', async () => expectEvery(await postHalves(), 'code', isText));
  it('"posts[id] has caption"', async () =>
    expectEvery(await postHalves(), 'caption', (value) => value === null || isObject(value)));
  it('"posts[id] has like_count"', async () => expectEvery(await postHalves(), 'like_count', isInteger));
  it('"posts[id] has comment_count"', async () => expectEvery(await postHalves(), 'comment_count', isInteger));
  it('"posts[id] has play_count", "integer or null"', async () =>
    expectEvery(await postHalves(), 'play_count', (value) => value === null || Number.isInteger(value)));

  it('"posts[id] has complete carousel_media children": with the same types as in the single post, and with image versions', async () => {
    const { code } = (await postHalves('carousel_container'))[0];
    const single = (await loupe.body(`/posts/${code}`)).carousel_media;
    const half = (await postHalves('carousel_container'))[0].carousel_media;
    expect(single.length).toBeGreaterThan(1);
    expect(half.map(({ media_type }: Body) => media_type)).toEqual(single.map(({ media_type }: Body) => media_type));
    expectEvery(half, 'image_versions2', (value) => value.candidates.length > 0 && value.candidates.every(isPicture));
  });

  it('"posts[id] lacks image_versions2, video_versions"', async () => {
    expectEvery(await postHalves(), 'image_versions2', isAbsent);
    expectEvery(await postHalves(), 'video_versions', isAbsent);
  });

  it('"posts[id]: only a stub user"', async () =>
    expectEvery(
      await postHalves(),
      'user',
      (user) => isText(user.id ?? user.pk) && !user.full_name && !user.profile_pic_url,
    ));

  it('"grid half has image_versions2"', async () =>
    expectEvery(
      await gridHalves(),
      'image_versions2',
      (value) => value.candidates.length > 0 && value.candidates.every(isPicture),
    ));

  it('"grid half has video_versions for reels"', async () =>
    expectEvery(
      await gridHalves('clips'),
      'video_versions',
      (value) => value.length > 0 && value.every(({ url }: Body) => isUrl(url)),
    ));

  it('"grid half has full user (full_name, profile_pic_url)"', async () =>
    expectEvery(
      await gridHalves(),
      'user',
      ({ full_name, profile_pic_url }) => isText(full_name) && isUrl(profile_pic_url),
    ));

  it('"grid half lacks code"', async () => expectEvery(await gridHalves(), 'code', isAbsent));
});

describe('"Where to take media from, by post type"', () => {
  it('"The grid half … can report a video child as an image": posts[id] has its true type', async () => {
    const children = (await postHalves('carousel_container')).flatMap(({ carousel_media }) => carousel_media);
    const videos = children.filter(({ media_type }) => media_type === 2);
    expectEvery(videos, 'video_versions', (value) => value.length > 0);
  });
});

describe('Prefixed keys of a profile grid', () => {
  it.each(['1ltaken_at', '1fvideo_duration', '1flat', '1flng', '1ldevice_timestamp', '1lbrs_severity'])(
    '"Some keys arrive with a short type prefix and are passed through unrenamed": %s',
    async (key) => expect(JSON.stringify(await grids())).toContain(`"${key}":`),
  );

  it.each(['taken_at', 'video_duration', 'device_timestamp'])('"unrenamed": no %s in a grid item', async (key) =>
    expectEvery(await gridHalves(), key, isAbsent),
  );

  it.each(['taken_at', 'image_versions2', 'video_versions', 'video_duration'])(
    '"The reels endpoint returns the flat shape with unprefixed `taken_at`, `image_versions2`, `video_versions`, `video_duration`": %s',
    async (key) => expectEvery(await lists.reels(), key, (value) => value !== undefined && value !== null),
  );

  it('"The reels endpoint returns the flat shape": no prefixed key', async () => {
    const text = JSON.stringify(await lists.reels());
    expect(text).toContain('"taken_at":');
    expect(text).not.toMatch(/"1[a-z](taken_at|video_duration|lat|lng|device_timestamp|brs_severity)":/);
  });
});
