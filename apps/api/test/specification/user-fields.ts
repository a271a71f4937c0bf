import { type Body, loupe } from './caller';
import {
  type Check,
  expectAbout,
  expectEvery,
  type Field,
  isAbsent,
  isArray,
  isBoolean,
  isInteger,
  isNumericId,
  isObject,
  isPicture,
  isText,
  isTexts,
  isUrl,
  isUser,
} from './field-checks';
import { commentLikers, followers, following, known, likers, profiles } from './samples';

const profile: Field[] = [
  ['pk', 'string, numeric user id', isNumericId],
  ['username', 'string', isText],
  ['full_name', 'string', isText],
  ['biography', 'string, plain text', isText],
  [
    'biography_with_entities',
    'raw_text, same text as biography',
    ({ raw_text }, { biography }) => raw_text === biography,
  ],
  ['biography_with_entities', 'object: entities (array)', (value) => Array.isArray(value.entities)],
  ['external_url', 'string', isText],
  [
    'bio_links',
    'array of {url, title}',
    (links) => links.every(({ url, title }: Body) => isText(url) && isText(title)),
  ],
  ['follower_count', 'integer', isInteger],
  ['following_count', 'integer', isInteger],
  ['media_count', 'integer', isInteger],
  ['is_private', 'boolean', isBoolean],
  ['is_verified', 'boolean', isBoolean],
  ['is_business', 'boolean', isBoolean],
  ['category', 'string', isText],
  ['public_email', 'string', isText],
  ['profile_pic_url', 'string URL', isUrl],
  ['hd_profile_pic_versions', 'array of {width, height, url}', (versions) => versions.every(isPicture)],
  ['has_highlight_reels', 'boolean', isBoolean],
  ['pronouns', 'array', isArray],
];

const compact: Field[] = [
  ['pk', 'string', isNumericId],
  ['username', 'string', isText],
  ['full_name', 'string', isText],
  ['is_private', 'boolean', isBoolean],
  ['is_verified', 'boolean', isBoolean],
  ['profile_pic_url', 'string', isUrl],
  ['latest_reel_media', 'integer', isInteger],
  ['account_badges', 'array', isArray],
];

describe('Profile (full user object)', () => {
  it('"About 250 top-level fields"', async () => expectAbout(await profiles(), 250));

  it.each(['marta.trails', 'aurora.atlas', 'names.of.the.world'])(
    '"Returned by `/users/{user_id}` and `/users/username/{username}` (identical shape)": %s',
    async (username) => {
      const byName = await loupe.body(`/users/username/${username}`);
      expect(byName.username).toBe(username);
      expect(Object.keys(await loupe.body(`/users/${byName.pk}`))).toEqual(Object.keys(byName));
    },
  );

  it.each(profile)('"%s": "%s"', async (name, _note, check) => expectEvery(await profiles(), name, check));

  it('"entities (array; @mentions and #hashtags itemised)"', async () => {
    const mentioning = (await profiles()).filter(({ biography }) => /(^|\s)[@#]\w/.test(biography));
    expectEvery(mentioning, 'biography_with_entities', ({ entities }) => entities.length > 0);
  });

  it('"bio_links: richer than external_url"', async () => {
    const linked = (await profiles()).filter(({ external_url }) => external_url);
    expectEvery(linked, 'bio_links', (links) => links.length > 0);
  });

  it.each(['profile_pic_url', 'hd_profile_pic_versions'])('"%s: URL (signed, expires)"', async (name) => {
    const { [name]: value } = await loupe.body(`/users/${known.marta}`);
    const url = new URL(typeof value === 'string' ? value : value[0].url);
    expect((await fetch(url)).status).toBe(200);
    for (const [parameter, signed] of [...url.searchParams]) url.searchParams.set(parameter, `${signed}1`);
    expect((await fetch(url)).ok).toBe(false);
  });
});

describe.each([
  ['followers', followers],
  ['following', following],
  ['likers', likers],
  ['likers of a comment', commentLikers],
])('Compact user object, "used as items in followers, following and likers lists": %s', (_list, users) => {
  it('"About 15 fields"', async () => expectAbout(await users(), 15));

  it.each(['follower_count', 'following_count'])('"It has no follower or following counts": %s', async (name) =>
    expectEvery(await users(), name, isAbsent),
  );

  it.each(compact)('"%s": %s', async (name, _note, check) => expectEvery(await users(), name, check));
});

describe('Highlight tray entry', () => {
  const entries = async () => (await loupe.body(`/users/${known.storyTeller}/highlights`)).items;
  const fields: Field[] = [
    ['id', 'string, form `highlight:<number>`', (value) => /^highlight:\d+$/.test(value)],
    ['title', 'string', isText],
    ['media_count', 'integer', isInteger],
    ['created_at', 'integer', isInteger],
    ['is_pinned_highlight', 'boolean', isBoolean],
    ['cover_media', 'object with cropped_image_version {url}', (value) => isUrl(value?.cropped_image_version?.url)],
    ['user', 'object {pk, username}', isUser],
  ];
  it.each(fields)('"%s": "%s"', async (name, _note, check) => expectEvery(await entries(), name, check));
});

describe('About-panel object', () => {
  const panels = async () => {
    const all = [];
    for (const pk of known.publicUsers) all.push({ pk, ...(await loupe.body(`/users/${pk}/about`)) });
    return all;
  };
  // If the panel has no line with a label, there is nothing to extract.
  const isUnless =
    (label: string, check: Check): Check =>
    (value, panel) =>
      check(value, panel) || !panel.details.includes(label);
  const fields: Field[] = [
    ['date_joined', 'string, extracted from the labelled line', isUnless('Date joined', isText)],
    ['former_usernames', 'array', isArray],
    ['former_usernames_count', 'integer', isUnless('Former usernames', isInteger)],
    ['details', 'array of strings', isTexts],
  ];
  it.each(fields)('"%s": "%s"', async (name, _note, check) => expectEvery(await panels(), name, check));

  it('"details: every text line of the panel": including the extracted lines', async () => {
    const { date_joined, former_usernames, details } = await loupe.body(`/users/${known.marta}/about`);
    expect(isObject(former_usernames)).toBe(false);
    expect(former_usernames.length).toBeGreaterThan(0);
    expect(details).toEqual(expect.arrayContaining([date_joined, ...former_usernames]));
  });
});
