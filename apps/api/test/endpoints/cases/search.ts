import { type Operation, operations } from '@loupe/dto';
import { casesOf, type EndpointCase, eachOf } from '../endpoint-case';
import { browseSession, searchSession } from '../known';

const { search } = operations;

interface SearchExample {
  request: string;
  query: string;
  session: string;
  item: object;
}

function journeyCases(operation: Operation, { request, query, session, item }: SearchExample): EndpointCase[] {
  const path = `${operation.path}?${session}&query=${query}`;
  return casesOf(operation, [
    {
      name: 'returns the envelope',
      path,
      upstream: [request],
      check: ({ json }) => {
        expect(Object.keys(json)).toEqual(['items', 'next_cursor', 'has_more']);
        expect(json.items).toContainEqual(expect.objectContaining(item));
      },
    },
    {
      name: 'has no further page when nothing is found',
      path: `${operation.path}?${session}&query=zzqqxxzzqqxx`,
      check: ({ json }) => expect(json).toMatchObject({ has_more: false, next_cursor: null }),
    },
    { name: 'refuses a cursor that it did not issue', path: `${path}&cursor=11`, code: 'invalid_cursor' },
    {
      name: 'lists every missing parameter',
      path: operation.path,
      code: 'unprocessable_entity',
      check: ({ json }) =>
        expect(json.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(
          Object.keys(operation.parameters).filter((name) => operation.parameters[name]!.required),
        ),
    },
    {
      name: 'requires at least one character',
      path: `${operation.path}?${session}&query=`,
      code: 'unprocessable_entity',
    },
  ]);
}

const places = casesOf(search.places, [
  {
    name: 'forwards coordinates unchanged',
    path: '/search/places?query=berlin&lat=52.50&lng=-0.0',
    upstream: ['search.places'],
    check: ({ json }, [request]) => {
      expect(json).toMatchObject({ next_cursor: null, has_more: false });
      expect(json.items[0]).toMatchObject({ location: { pk: expect.any(String) }, title: expect.any(String) });
      expect(request!.query).toMatchObject({ query: 'berlin', lat: '52.50', lng: '-0.0' });
    },
  },
  {
    name: 'passes numbers on in their original spelling',
    path: '/search/places?query=berlin&lat=5.20e1&lng=1E-7',
    check: (_, [request]) => expect(request!.query).toMatchObject({ lat: '5.20e1', lng: '1E-7' }),
  },
  { name: 'accepts the extreme coordinates', path: '/search/places?query=l&lat=-90&lng=180' },
  {
    name: 'needs no coordinates',
    path: '/search/places?query=berlin',
    check: (_, [request]) => expect(Object.keys(request!.query)).not.toContain('lat'),
  },
  ...eachOf(
    ['lat=91', 'lng=-180.5', 'lat=NaN', 'lat=1e2', 'lng=', 'lat=%2B1', 'lat=0x1', 'lng=1,5', 'lat=%201'],
    (pair) => ({ name: `refuses ${pair}`, path: `/search/places?query=berlin&${pair}`, code: 'unprocessable_entity' }),
  ),
]);

export const searchCases: readonly EndpointCase[] = [
  ...journeyCases(search.users, {
    request: 'search.account_serp',
    query: 'mar',
    session: searchSession,
    item: { pk: expect.any(String), username: expect.any(String) },
  }),
  ...journeyCases(search.hashtags, {
    request: 'search.hashtags',
    query: 'tra',
    session: searchSession,
    item: { name: 'trail', id: expect.stringMatching(/^\d{17,}$/), media_count: expect.any(Number) },
  }),
  ...journeyCases(search.audio, {
    request: 'search.audio',
    query: 'low',
    session: `${searchSession}&${browseSession}`,
    item: { track: expect.objectContaining({ title: expect.any(String) }) },
  }),
  ...journeyCases(search.top, {
    request: 'graphql.top_serp',
    query: 'trail',
    session: searchSession,
    item: { __typename: expect.stringContaining('MediaGridUnit') },
  }),
  ...places,
];
