import { gathered, loupe } from './caller';
import {
  expectEvery,
  type Field,
  isArray,
  isBoolean,
  isInteger,
  isNullOr,
  isNumericId,
  isText,
  isUser,
} from './field-checks';
import { comments, endpoints, examples, known } from './samples';

/** Endpoints that return the standard envelope, including some with only one page. */
const envelopes = [
  ...['followers', 'following', 'reels', 'tagged', 'reposts', 'stories', 'highlights'].map(
    (name) => `/users/{user_id}/${name}`,
  ),
  '/posts/{post_id}/likers',
  '/search/places',
  '/stories/{reel_id}',
];

describe('Resources and their fields', () => {
  const withIds = endpoints.filter(([path]) => !/about|health|balance/.test(path));
  it.each(withIds)('"All ids are strings": %s', async (path, example) => {
    expect((await examples())[path]?.text).toMatch(/"(\w+_)?(pk|id)": ?"/);
    expect(gathered.numericIds.filter((found) => found.startsWith(`${example}:`))).toEqual([]);
  });

  it('"Timestamps such as `taken_at` and `created_at` are integers (Unix seconds)"', async () => {
    const text = Object.values(await examples())
      .map((answer) => answer.text)
      .join('');
    expect(text.match(/"(1l)?(taken_at|created_at)":/g)!.length).toBeGreaterThan(200);
    expect(gathered.oddTimes).toEqual([]);
  });
});

describe('Comment (item of the `comments` array)', () => {
  const fields: Field[] = [
    ['pk', 'string', isNumericId],
    ['text', 'string', isText],
    ['created_at', 'integer', isInteger],
    ['comment_like_count', 'integer', isInteger],
    ['child_comment_count', 'integer', isInteger],
    ['is_liked_by_media_owner', 'boolean', isBoolean],
    ['user_id', 'string', (value, { user }) => value === user.pk],
    ['user', 'object {pk, username}', isUser],
  ];
  it.each(fields)('"%s": "%s"', async (name, _note, check) => expectEvery(await comments(), name, check));
});

it.each(envelopes)(
  '"Standard list envelope": exactly items, next_cursor (string or null) and has_more: %s',
  async (path) => {
    const page = (await examples())[path]!.body;
    expect(Object.keys(page).sort()).toEqual(['has_more', 'items', 'next_cursor']);
    expect([isArray(page.items), isBoolean(page.has_more), isNullOr(isText)(page.next_cursor)]).toEqual([
      true,
      true,
      true,
    ]);
  },
);

describe.each(known.threads)('Comment-stream envelope: %s', (code) => {
  const page = () => loupe.body(`/posts/${code}/comments?user_id=${known.showcase}`);
  it('"comments": "array of comment objects"', async () => {
    const { comments: found } = await page();
    expectEvery(found, 'text', isText);
  });
  it('"has_more": "boolean"', async () => expectEvery([await page()], 'has_more', isBoolean));
  it('"next_min_id": "opaque paging token", if there is a next page', async () => {
    const first = await page();
    expect(first.has_more).toBe(true);
    expectEvery([first], 'next_min_id', isText);
  });
  it('"media_pk": "string, composite `<media_id>_<owner_id>`"', async () => {
    const { id } = await loupe.body(`/posts/${code}`);
    expectEvery([await page()], 'media_pk', (value) => value === id && /^\d+_1012$/.test(value));
  });
});

describe('`has_more_comments`', () => {
  it('"reads false on posts with thousands of comments"', async () => {
    const page = await loupe.body(`/posts/${known.threads[0]}/comments?user_id=${known.showcase}`);
    expect(page.comment_count).toBeGreaterThan(2000);
    expect([page.has_more_comments, page.has_more]).toEqual([false, true]);
  });
});

describe('Descriptions of hashtags and places', () => {
  it('"hashtag info is described as post count and trending state"', async () => {
    const info = await loupe.body('/hashtags/trail');
    expectEvery([info], 'media_count', isInteger);
    expectEvery([info], 'is_trending', isBoolean);
  });

  it.each(['name', 'category', 'city', 'hours'])('"location as name, category, city, hours": %s', async (name) => {
    const place = await loupe.body(`/locations/${known.place}`);
    const member = Object.keys(place).find((key) => key === name || key.endsWith(`_${name}`));
    expectEvery([place], member ?? name, (value) => value !== undefined && value !== null && value !== '');
  });
});
