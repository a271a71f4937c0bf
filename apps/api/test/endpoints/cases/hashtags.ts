import { operations } from '@loupe/dto';
import { casesOf, type EndpointCase, eachOf } from '../endpoint-case';
import { sectionCases } from './section-lists';

const { hashtags } = operations;

const hashtag = casesOf(hashtags.byName, [
  {
    name: 'returns the record itself',
    path: '/hashtags/trail',
    upstream: ['tags.info'],
    check: ({ json }) => {
      expect(json).toMatchObject({ name: 'trail', id: expect.stringMatching(/^\d{17,}$/) });
      expect(json.status).toBeUndefined();
    },
  },
  {
    name: 'drops a leading # and ignores letter case',
    path: '/hashtags/%23TrAiL',
    check: (_, [request]) => expect(request!.path).toBe('/api/v1/tags/trail/info/'),
  },
  {
    name: 'accepts a name in another script',
    path: `/hashtags/${encodeURIComponent('ГОРЫ')}`,
    check: ({ json }, [request]) => {
      expect(json.name).toBe('горы');
      expect(request!.path).toBe(`/api/v1/tags/${encodeURIComponent('горы')}/info/`);
    },
  },
  { name: 'accepts an emoji', path: `/hashtags/${encodeURIComponent('☀️')}` },
  {
    name: 'passes on a post count that the upstream caps at 2147483647',
    path: '/hashtags/love',
    check: ({ json }) => expect(json.media_count).toBe(2147483647),
  },
  {
    name: 'passes on a restricted hashtag, which has no id',
    path: '/hashtags/restrictedtopic',
    check: ({ json }) => {
      expect(json).toMatchObject({ name: 'restrictedtopic', warning_message: expect.any(Object) });
      expect(json).not.toHaveProperty('id');
    },
  },
  {
    name: 'does not treat a wrapped record as missing',
    path: '/hashtags/trail',
    faults: { 'tags.info': 'wrapped_in_data' },
    code: 'upstream_error',
  },
  { name: 'does not find an unknown hashtag', path: '/hashtags/nosuchtopic', code: 'not_found' },
  {
    name: 'does not find a hashtag that has neither an id nor posts',
    path: '/hashtags/hollowtopic',
    code: 'not_found',
  },
  ...eachOf(
    ['%23', '%20', 'two%20words', 'a%2Fb', '..', '%2E%2E', '%2e', 'a%23b', 'a%00', 'x'.repeat(10_000)],
    (name) => ({
      name: `refuses ${name.slice(0, 20)}`,
      path: `/hashtags/${name}`,
      code: 'unprocessable_entity',
    }),
  ),
]);

const sections = (['top', 'recent', 'reels'] as const).flatMap((list) =>
  sectionCases(hashtags[list], `/hashtags/trail/${list}`, `/hashtags/nosuchtopic/${list}`, {
    tab: list === 'reels' ? 'clips' : list,
    surface: 'grid',
  }),
);

const restricted = (['top', 'recent', 'reels'] as const).flatMap((list) =>
  casesOf(hashtags[list], [
    {
      name: 'returns no items for a restricted hashtag',
      path: `/hashtags/restrictedtopic/${list}`,
      check: ({ json }) => expect(json).toEqual({ items: [], next_cursor: null, has_more: false }),
    },
  ]),
);

export const hashtagsCases: readonly EndpointCase[] = [...hashtag, ...sections, ...restricted];
