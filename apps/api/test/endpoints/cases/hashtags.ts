import { operations } from '@loupe/dto';
import { casesOf, type EndpointCase } from '../endpoint-case';
import { sectionCases } from './section-lists';

const { hashtags } = operations;

const hashtag = casesOf(hashtags.byName, [
  {
    name: 'answers with the record itself',
    path: '/hashtags/trail',
    status: 200,
    upstream: ['tags.info'],
    check: ({ json }) => {
      expect(json).toMatchObject({ name: 'trail', id: expect.stringMatching(/^\d{17,}$/) });
      expect(json.status).toBeUndefined();
    },
  },
  {
    name: 'drops a leading # and does not mind letter case',
    path: '/hashtags/%23TrAiL',
    status: 200,
    check: (_, [request]) => expect(request!.path).toBe('/api/v1/tags/trail/info/'),
  },
  {
    name: 'takes a name in another script',
    path: `/hashtags/${encodeURIComponent('ГОРЫ')}`,
    status: 200,
    check: ({ json }, [request]) => {
      expect(json.name).toBe('горы');
      expect(request!.path).toBe(`/api/v1/tags/${encodeURIComponent('горы')}/info/`);
    },
  },
  { name: 'takes an emoji', path: `/hashtags/${encodeURIComponent('☀️')}`, status: 200 },
  {
    name: 'passes the count of a saturated hashtag on',
    path: '/hashtags/love',
    status: 200,
    check: ({ json }) => expect(json.media_count).toBe(2147483647),
  },
  {
    name: 'passes on what the upstream says of a restricted hashtag, which has no id',
    path: '/hashtags/restrictedtopic',
    status: 200,
    check: ({ json }) => {
      expect(json).toMatchObject({ name: 'restrictedtopic', warning_message: expect.any(Object) });
      expect(json).not.toHaveProperty('id');
    },
  },
  {
    name: 'does not take a wrapped record for a missing one',
    path: '/hashtags/trail',
    faults: { 'tags.info': 'wrapped_in_data' },
    status: 502,
    code: 'upstream_error',
  },
  { name: 'knows no such hashtag', path: '/hashtags/nosuchtopic', status: 404, code: 'not_found' },
  {
    name: 'knows no hashtag without an id and without posts',
    path: '/hashtags/hollowtopic',
    status: 404,
    code: 'not_found',
  },
  ...['%23', '%20', 'two%20words', 'a%2Fb', '..', '%2E%2E', '%2e', 'a%23b', 'a%00', 'x'.repeat(10_000)].map((name) => ({
    name: `refuses ${name.slice(0, 20)}`,
    path: `/hashtags/${name}`,
    status: 422,
    code: 'unprocessable_entity' as const,
  })),
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
      name: 'has nothing to list of a restricted hashtag',
      path: `/hashtags/restrictedtopic/${list}`,
      status: 200,
      check: ({ json }) => expect(json).toEqual({ items: [], next_cursor: null, has_more: false }),
    },
  ]),
);

export const hashtagsCases: readonly EndpointCase[] = [...hashtag, ...sections, ...restricted];
