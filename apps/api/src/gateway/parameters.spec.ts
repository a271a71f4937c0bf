import { operations } from '@loupe/dto';
import type { Problem } from '../platform/problem';
import { readParameters } from './parameters';

const { users, search, posts } = operations;
const uuid = '0f2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d';
const session = `search_session_id=${uuid}&serp_session_id=${uuid}`;

function errorsOf(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    const { code, members } = error as Problem;
    expect(code).toBe('unprocessable_entity');
    return members!.errors!.map(({ in: place, parameter, message }) => `${place} ${parameter} ${message}`);
  }
  return [];
}

describe('readParameters', () => {
  it('reports every validation error of a request at once, with its place', () => {
    const errors = errorsOf(() => readParameters(search.top, {}, 'search_session_id=x&query='));
    expect(errors).toEqual([
      'query search_session_id must be a UUID: any UUID that you make, such as 0f2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d; send the same one for the next page',
      'query serp_session_id is required: any UUID that you make, such as 1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d; send the same one for the next page',
      'query query must not be empty',
    ]);
  });

  it.each(['abc', '-1', '1.0', '1e5', ' 1', '+1', '0x1', '', 'NaN', '1'.repeat(10_000), '１２'])(
    'refuses %p as a user id',
    (user_id) => {
      expect(errorsOf(() => readParameters(users.byId, { user_id }, ''))).toHaveLength(1);
    },
  );

  it('converts a UUID to lower case', () => {
    const sent = `search_session_id=${uuid.toUpperCase()}&serp_session_id=${uuid}&query=x`;
    expect(readParameters(search.top, {}, sent)).toMatchObject({ search_session_id: uuid, serp_session_id: uuid });
  });

  it('refuses a parameter that is sent twice instead of choosing one', () => {
    expect(
      errorsOf(() => readParameters(users.reels, { user_id: '1' }, 'sort_by_views=true&sort_by_views=false')),
    ).toEqual(['query sort_by_views must be sent once']);
  });

  it('refuses broken percent-encoding instead of guessing', () => {
    expect(errorsOf(() => readParameters(search.places, {}, 'query=%zz'))).toEqual([
      'query query has an invalid percent-encoding',
    ]);
  });

  it.each([
    ['lat=91', 'lat'],
    ['lat=-90.1', 'lat'],
    ['lat=1e2', 'lat'],
    ['lat=1e', 'lat'],
    ['lat=%2B1', 'lat'],
    ['lat=', 'lat'],
    ['lng=NaN', 'lng'],
    ['lng=180.0000001', 'lng'],
  ])('refuses %s as a coordinate', (pair, name) => {
    expect(errorsOf(() => readParameters(search.places, {}, `query=x&${pair}`))[0]).toContain(
      `query ${name} must be a number`,
    );
  });

  it.each([
    [search.users, `${session}&query=%20%20`, 'query'],
    [search.users, `${session}&query=a%0Ab`, 'query'],
    [search.users, `${session}&query=${'a'.repeat(301)}`, 'query'],
    [users.reels, 'sort_by_views=yes', 'sort_by_views'],
    [posts.comments, 'user_id=1&carousel_index=-1', 'carousel_index'],
    [posts.comments, 'user_id=1&carousel_index=1.5', 'carousel_index'],
    [posts.comments, 'user_id=1&carousel_media_id=1e3', 'carousel_media_id'],
  ] as const)('refuses a value that a parameter cannot have, such as in case %#', (operation, query, name) => {
    const errors = errorsOf(() => readParameters(operation, { user_id: '1', post_id: 'x' }, query));
    expect(errors).toEqual([expect.stringContaining(`query ${name} `)]);
  });

  it('keeps the original spelling of coordinates', () => {
    expect(readParameters(search.places, {}, 'query=x&lat=52.520&lng=-0.1')).toEqual({
      query: 'x',
      lat: '52.520',
      lng: '-0.1',
    });
    expect(readParameters(search.places, {}, 'query=x&lat=1e1&lng=1E-7')).toEqual({
      query: 'x',
      lat: '1e1',
      lng: '1E-7',
    });
  });

  it('decodes UTF-8, plus signs and encoded characters', () => {
    expect(readParameters(search.users, {}, `${session}&query=caf%C3%A9+%26+bar`)).toMatchObject({
      query: 'café & bar',
    });
  });

  it('drops the @ of a handle and the # of a hashtag, and lower-cases both', () => {
    expect(readParameters(users.byUsername, { username: '@Marta.Trails' }, '')).toEqual({ username: 'marta.trails' });
    expect(readParameters(operations.hashtags.byName, { name: '#ГОРЫ' }, '')).toEqual({ name: 'горы' });
  });

  it.each(['a/b', 'a b', '', '#', 'a\u0000', 'x'.repeat(151)])('refuses %p as a hashtag', (name) => {
    expect(errorsOf(() => readParameters(operations.hashtags.byName, { name }, ''))).toHaveLength(1);
  });

  it.each([
    [
      'a parameter name in another letter case',
      users.followers,
      'Cursor=x',
      'Cursor is not a parameter of this operation, but cursor is',
    ],
    [
      'a parameter name with a typing error',
      users.followers,
      'crusor=x',
      'crusor is not a parameter of this operation, but cursor is',
    ],
    [
      'a parameter name in camel case',
      search.users,
      `${session}&query=x&searchSessionId=x`,
      'searchSessionId is not a parameter of this operation, but search_session_id is',
    ],
    [
      'a parameter name with an additional word',
      users.followers,
      'next_cursor=x',
      'next_cursor is not a parameter of this operation, but cursor is',
    ],
    [
      'a parameter name with brackets',
      users.followers,
      'cursor[]=x',
      'cursor[] must be sent as cursor, without brackets',
    ],
    [
      'a parameter name with encoded brackets',
      users.followers,
      'cursor%5B0%5D=x',
      'cursor[0] must be sent as cursor, without brackets',
    ],
    [
      'an unknown name',
      users.followers,
      'limit=5',
      'limit is not a parameter of this operation, which has cursor, fields',
    ],
    ['a parameter of the path', users.followers, 'user_id=2', 'user_id belongs in the path, not in the query'],
    [
      'a parameter for an API key',
      users.followers,
      'api_key=x',
      'api_key belongs in the x-api-key header, not in the query, because URLs end up in logs',
    ],
    [
      'an API key as a name',
      users.byId,
      'loupe_0123456789abcdef',
      'loupe_… is not a parameter of this operation, which has fields',
    ],
    [
      'an unknown name for an operation with only fields',
      users.byId,
      'utm_source=x',
      'utm_source is not a parameter of this operation, which has fields',
    ],
    [
      'any name for an operation without parameters',
      operations.system.balance,
      'utm_source=x',
      'utm_source is not a parameter of this operation, which has no query parameters',
    ],
    ['an empty name', users.byId, '=x', '=x is not a parameter of this operation, which has fields'],
    ['a broken encoding', users.byId, '%zz=x', '%zz is not a parameter of this operation, which has fields'],
    [
      'an unencoded & in a value',
      operations.oembed.byUrl,
      'url=https://www.instagram.com/s/x?a=1&igsh=y',
      'igsh is not a parameter of this operation, which has url, fields; an & inside a value is sent as %26',
    ],
  ])('refuses %s in the query, and says what to do', (_, operation, query, message) => {
    expect(errorsOf(() => readParameters(operation, { user_id: '1' }, query))).toEqual([`query ${message}`]);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('refuses the parameter %s', (name) => {
    expect(errorsOf(() => readParameters(users.byId, { user_id: '1' }, `${name}=1`))).toHaveLength(1);
  });

  it('reports at most twenty validation errors, declared parameters first, and the number of further errors', () => {
    const query = Array.from({ length: 5_000 }, (_, index) => `a${index}`).join('&');
    const read = () => readParameters(search.top, {}, `${session}&${query}`);
    const errors = errorsOf(read);
    expect(errors).toHaveLength(20);
    expect(errors[0]).toBe('query query is required');
    expect(read).toThrow(/; 4981 more are invalid\.$/);
  });

  it('drops leading zeros of an id', () => {
    expect(readParameters(users.byId, { user_id: '00101' }, '')).toEqual({ user_id: '101' });
    expect(readParameters(users.byId, { user_id: '00' }, '')).toEqual({ user_id: '0' });
  });

  it('skips empty pairs of the query', () => {
    expect(readParameters(users.followers, { user_id: '1' }, '&cursor=x&&')).toEqual({ user_id: '1', cursor: 'x' });
  });

  it('reports which of two exclusive parameters is superfluous, or that both are missing', () => {
    const path = { post_id: 'x' };
    expect(errorsOf(() => readParameters(posts.comments, path, 'user_id=1&min_id=a&max_id=b'))).toEqual([
      'query max_id cannot be sent together with min_id',
    ]);
    expect(errorsOf(() => readParameters(operations.resolve.media, {}, ''))).toEqual([
      'query pk is required unless code is sent',
    ]);
  });

  it('explains the form of a username, and where to send a username', () => {
    expect(errorsOf(() => readParameters(users.byUsername, { username: 'mаrta' }, ''))).toEqual([
      'path username must be 1 to 30 letters from A to Z, digits, dots and underscores',
    ]);
    expect(errorsOf(() => readParameters(users.byId, { user_id: 'username' }, ''))).toEqual([
      'path user_id must be a string of digits; to look up a name, add the username after /users/username/',
    ]);
  });

  it.each([
    ['marta.trails', 'for a username use /users/username/marta.trails, which returns the id as pk'],
    ['@marta', 'for a username use /users/username/marta, which returns the id as pk'],
    ['https://www.instagram.com/marta/', 'for a username use /users/username/marta, which returns the id as pk'],
    ['https://www.instagram.com/p/CSgquzkYxhP/', 'for this post use /posts/CSgquzkYxhP'],
    ['https://example.com/x', 'for a URL use /oembed?url=, with the URL percent-encoded'],
  ])('says where %p belongs, which is no user id', (user_id, advice) => {
    const expected = [
      `path user_id must be ${user_id.length > 20 ? 'at most 20 characters long' : 'a string of digits'}; ${advice}`,
    ];
    for (const operation of [users.byId, users.followers])
      expect(errorsOf(() => readParameters(operation, { user_id }, ''))).toEqual(expected);
  });

  it('says where the name of a place, a sound or a post belongs', () => {
    const { hashtags, highlights, locations } = operations;
    const post = 'https://www.instagram.com/p/CSgquzkYxhP/';
    expect(errorsOf(() => readParameters(locations.byId, { location_id: 'Berlin' }, ''))).toEqual([
      'path location_id must be a string of digits; to find a place by its name, use /search/places?query=Berlin',
    ]);
    for (const [operation, name] of [
      [users.byUsername, 'username'],
      [hashtags.byName, 'name'],
      [highlights.byId, 'highlight_id'],
    ] as const)
      expect(errorsOf(() => readParameters(operation, { [name]: post }, ''))[0]).toMatch(
        /; for this post use \/posts\/CSgquzkYxhP$/,
      );
  });

  it.each(['True', '1', 'TRUE'])('accepts %s as true', (text) => {
    expect(readParameters(users.reels, { user_id: '1' }, `sort_by_views=${text}`)).toMatchObject({
      sort_by_views: true,
    });
  });

  it.each(['2320163015865434311', '2320163015865434311_1012'])('accepts %s as a child of a carousel', (id) => {
    expect(
      readParameters(posts.comments, { post_id: 'x' }, `user_id=1012&carousel_media_id=${id}&carousel_index=1e0`),
    ).toMatchObject({ carousel_media_id: id, carousel_index: 1 });
  });

  it('leaves declared defaults out, so that the upstream applies its own defaults', () => {
    expect(readParameters(posts.comments, { post_id: 'x' }, 'user_id=1')).toEqual({ post_id: 'x', user_id: '1' });
  });
});
