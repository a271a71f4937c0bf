import { operations } from '@loupe/dto';
import type { Problem } from '../platform/http/problem';
import { readParameters } from './parameters';

const { users, search, posts } = operations;
const uuid = '0f2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d';
const session = `search_session_id=${uuid}&serp_session_id=${uuid}`;

function faultsOf(read: () => unknown): string[] {
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
  it('names every fault of a request at once, with its place', () => {
    const faults = faultsOf(() => readParameters(search.top, {}, 'search_session_id=x&query='));
    expect(faults).toEqual([
      'query search_session_id must be a UUID',
      'query serp_session_id is required',
      'query query must not be empty',
    ]);
  });

  it.each(['abc', '-1', '1.0', '1e5', ' 1', '+1', '0x1', '', 'NaN', '1'.repeat(10_000), '１２'])(
    'refuses %p as a user id',
    (user_id) => {
      expect(faultsOf(() => readParameters(users.byId, { user_id }, ''))).toHaveLength(1);
    },
  );

  it('refuses a parameter that is sent twice, instead of choosing one', () => {
    expect(
      faultsOf(() => readParameters(users.reels, { user_id: '1' }, 'sort_by_views=true&sort_by_views=false')),
    ).toEqual(['query sort_by_views must be sent once']);
  });

  it('refuses a broken percent-encoding, instead of guessing', () => {
    expect(faultsOf(() => readParameters(search.places, {}, 'query=%zz'))).toEqual([
      'query query holds a broken percent-encoding',
    ]);
  });

  it.each([
    ['lat=91', 'lat'],
    ['lat=-90.1', 'lat'],
    ['lat=1e1', 'lat'],
    ['lat=%2B1', 'lat'],
    ['lat=', 'lat'],
    ['lng=NaN', 'lng'],
    ['lng=180.0000001', 'lng'],
  ])('refuses %s as a coordinate', (pair, name) => {
    expect(faultsOf(() => readParameters(search.places, {}, `query=x&${pair}`))[0]).toContain(
      `query ${name} must be a number`,
    );
  });

  it('keeps coordinates in the spelling they came in', () => {
    expect(readParameters(search.places, {}, 'query=x&lat=52.520&lng=-0.1')).toEqual({
      query: 'x',
      lat: '52.520',
      lng: '-0.1',
    });
  });

  it('decodes UTF-8, plus signs and encoded characters', () => {
    expect(readParameters(search.users, {}, `${session}&query=caf%C3%A9+%26+bar`)).toMatchObject({
      query: 'café & bar',
    });
  });

  it('drops the sign in front of a handle and of a hashtag, and lower-cases both', () => {
    expect(readParameters(users.byUsername, { username: '@Marta.Trails' }, '')).toEqual({ username: 'marta.trails' });
    expect(readParameters(operations.hashtags.byName, { name: '#ГОРЫ' }, '')).toEqual({ name: 'горы' });
  });

  it.each(['a/b', 'a b', '', '#', 'a\u0000', 'x'.repeat(151)])('refuses %p as a hashtag', (name) => {
    expect(faultsOf(() => readParameters(operations.hashtags.byName, { name }, ''))).toHaveLength(1);
  });

  it('ignores what the operation does not declare, also under the names of objects’ own members', () => {
    expect(readParameters(users.byId, { user_id: '1' }, 'utm_source=x&constructor=1&__proto__=2&toString')).toEqual({
      user_id: '1',
    });
  });

  it('does not take a path parameter from the query', () => {
    expect(readParameters(users.byId, { user_id: '1' }, 'user_id=2')).toEqual({ user_id: '1' });
  });

  it('gives declared defaults no value, so that the upstream’s own apply', () => {
    expect(readParameters(posts.comments, { post_id: 'x' }, 'user_id=1')).toEqual({ post_id: 'x', user_id: '1' });
  });
});
