import { type Body, loupe } from './caller';
import {
  expectAbout,
  expectEvery,
  type Field,
  isArray,
  isBoolean,
  isInteger,
  isNullOr,
  isNumericId,
  isObject,
  isPictures,
  isText,
  isUser,
} from './field-checks';
import { known, lists, posts } from './samples';

const largestFirst = (candidates: Body): boolean =>
  candidates.every(({ width }: Body, index: number) => index === 0 || width <= candidates[index - 1].width);

const photos = (all: Body[]) => all.filter(({ media_type }) => media_type === 1);
const videos = (all: Body[]) => all.filter(({ media_type }) => media_type === 2);
const carousels = (all: Body[]) => all.filter(({ media_type }) => media_type === 8);
const notCarousels = (all: Body[]) => all.filter(({ media_type }) => media_type !== 8);
const withCaption = (all: Body[]) => all.filter(({ caption }) => caption);
const withCoordinates = (all: Body[]) => all.filter(({ location }) => Number.isFinite(location?.lat ?? location?.lng));
const reels = (all: Body[]) => all.filter(({ product_type }) => product_type === 'clips');
const notReels = (all: Body[]) => all.filter(({ product_type }) => product_type !== 'clips');
const hasVersions = ({ media_type, image_versions2, video_versions }: Body): boolean =>
  isPictures(image_versions2?.candidates) && (media_type !== 2 || isPictures(video_versions));
const located = (all: Body[]) => all.filter(({ location }) => location);

/** The specified members of every media object: the name, the specification's words, and a check. */
const shape: Field[] = [
  ['pk', 'string, numeric media id', isNumericId],
  ['id', 'string, composite `<media_id>_<owner_id>`', (value, { pk, user }) => value === `${pk}_${user.pk}`],
  ['code', 'string, shortcode', (value) => /^[\w-]{5,}$/.test(value)],
  ['taken_at', 'integer', isInteger],
  ['media_type', 'integer: 1 photo, 2 video, 8 carousel', (value) => [1, 2, 8].includes(value)],
  ['product_type', 'string', isText],
  ['caption', 'object or null (not a string)', isNullOr(isObject)],
  ['like_count', 'integer', isInteger],
  ['comment_count', 'integer', isInteger],
  ['play_count', 'integer or null', isNullOr(isInteger)],
  ['user', 'object {pk, username, is_verified, ...}', (value) => isUser(value) && isBoolean(value.is_verified)],
  [
    'image_versions2',
    'object with candidates: array of {width, height, url}',
    (value) => isPictures(value?.candidates),
  ],
  ['image_versions2', 'largest first', ({ candidates }) => largestFirst(candidates)],
  ['video_versions', 'array', isArray],
  ['usertags', 'object with `in` array', (value) => Array.isArray(value?.in)],
  ['coauthor_producers', 'array', isArray],
];

const parts: [...Field, of: (all: Body[]) => Body[]][] = [
  [
    'caption',
    'contains text (string; null for an uncaptioned post)',
    ({ text }) => isNullOr(isText)(text),
    withCaption,
  ],
  ['caption', 'contains created_at', ({ created_at }) => Number.isInteger(created_at), withCaption],
  ['caption', 'contains user {pk, username}', ({ user }) => isUser(user), withCaption],
  ['video_versions', 'filled on videos and reels', isPictures, videos],
  ['video_versions', 'empty on photos', (value) => value?.length === 0, photos],
  ['usertags', 'always empty on video posts', (value) => value?.in?.length === 0, videos],
  [
    'carousel_media',
    'array of child items, each with its own versions',
    (children) => children.length > 1 && children.every(hasVersions),
    carousels,
  ],
  ['carousel_media', 'only on carousels', (value) => value === undefined || value === null, notCarousels],
  ['location', 'object {pk, name, …}', ({ pk, name }) => isNumericId(pk) && isText(name), located],
  // A place that is a region has no coordinates.
  ['location', '…, lat, lng}', ({ lat, lng }) => Number.isFinite(lat) && Number.isFinite(lng), withCoordinates],
  ['clips_metadata', 'null unless product_type is `clips`', (value) => value === null, notReels],
  [
    'clips_metadata',
    'reel audio/music object',
    (value) => isObject(value?.music_info ?? value?.original_sound_info),
    reels,
  ],
];

/** Rows that do not apply to a list: reels are all videos, and stories have no captions, children or places. */
const omitted: Record<string, string[]> = {
  reels: ['empty on photos', 'array of child items, each with its own versions', 'null unless product_type is `clips`'],
  stories: ['caption', 'array of child items, each with its own versions', 'location', 'reel audio/music object'],
};

describe('Media object, returned by `/posts/{post_id}`', () => {
  it('"About 240 top-level fields"', async () => expectAbout(await posts(), 240));

  it.each(shape)('"%s": "%s"', async (name, _note, check) => expectEvery(await posts(), name, check));

  it.each(parts)('"%s": "%s"', async (name, _note, check, of) => expectEvery(of(await posts()), name, check));

  it('"product_type": "`feed`, `clips` (a reel), `carousel_container`"', async () => {
    expectEvery(await posts(), 'product_type', (value) => ['feed', 'clips', 'carousel_container'].includes(value));
    expect(new Set((await posts()).map(({ product_type }) => product_type)).size).toBe(3);
  });

  it('"caption: null", and "text: null for an uncaptioned post"', async () => {
    const captions = (await posts()).map(({ caption }) => caption);
    expect(captions).toContain(null);
    expect(captions.filter((caption) => caption?.text === null)).not.toEqual([]);
  });

  it('"usertags: tagged accounts on photos"', async () => {
    const [tag] = (await loupe.body(`/posts/${known.photo.code}`)).usertags.in;
    expect(isUser(tag.user)).toBe(true);
  });

  it('"coauthor_producers: collaborators; still filled on videos"', async () => {
    const reel = await loupe.body(`/posts/${known.coauthoredReel}`);
    expectEvery([reel], 'media_type', (value) => value === 2);
    expectEvery(reel.coauthor_producers, 'username', isText);
  });

  it.each(['download', 'clips-metadata', 'usertags', 'comment-count'])(
    '"there are no separate download, clips-metadata, usertags or comment-count endpoints": %s',
    async (name) => {
      expect((await loupe.get(`/posts/${known.photo.code}/${name}`)).status).toBe(404);
      expect((await loupe.get(`/posts/${known.photo.code}`)).status).toBe(200);
    },
  );

  it('"Media file URLs in image_versions2 and video_versions are signed"', async () => {
    const { image_versions2, video_versions } = await loupe.body(`/posts/${known.coauthoredReel}`);
    for (const { url } of [image_versions2.candidates[0], video_versions[0]]) {
      expect((await fetch(url)).status).toBe(200);
      expect((await fetch(url.replace(/\w$/, (last: string) => (last === '0' ? '1' : '0')))).ok).toBe(false);
    }
  });
});

describe.each(Object.entries(lists))('"Media objects returned by %s lists have this same shape"', (list, load) => {
  it.each(shape)('"%s": "%s"', async (name, _note, check) => expectEvery(await load(), name, check));

  const rows = parts.filter(([name, note]) => !(omitted[list] ?? []).some((row) => row === name || row === note));
  it.each(rows)('"%s": "%s"', async (name, _note, check, of) => expectEvery(of(await load()), name, check));
});

describe('Contents of the lists', () => {
  it('"reels are all `clips`"', async () =>
    expectEvery(await lists.reels(), 'product_type', (value) => value === 'clips'));

  it('"tagged mixes photos, carousels and reels"', async () => {
    const types = (await lists.tagged()).map(({ product_type }) => product_type);
    expect(new Set(types)).toEqual(new Set(['feed', 'carousel_container', 'clips']));
  });

  it('"reposts are the reposted originals, each with its own author in `user`"', async () => {
    expectEvery(await lists.reposts(), 'user', isUser);
    const authors = (await loupe.items(`/users/${known.marta}/reposts`)).map(({ user }) => user.pk);
    expect(new Set(authors).size).toBeGreaterThan(1);
    expect(authors).not.toContain(known.marta);
  });
});
