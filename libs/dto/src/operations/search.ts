import { browseSessionId, cursor, searchQuery, searchSessionId, serpSessionId } from '../parameters/known-parameters';
import { decimal, optional } from '../parameters/parameter';
import { defineOperation } from './operation';

const session = { search_session_id: searchSessionId, serp_session_id: serpSessionId };

export const search = {
  users: defineOperation({
    name: 'search.users',
    path: '/search/users',
    summary: 'Search for accounts',
    parameters: { ...session, query: searchQuery('marta'), cursor },
    priceUnits: 1,
    upstream: ['search.account_serp'],
    answer: { kind: 'list', of: 'SearchUser' },
    problems: ['invalid_cursor'],
  }),
  hashtags: defineOperation({
    name: 'search.hashtags',
    path: '/search/hashtags',
    summary: 'Search for hashtags',
    parameters: { ...session, query: searchQuery('trail'), cursor },
    priceUnits: 1,
    upstream: ['search.hashtags'],
    answer: { kind: 'list', of: 'Hashtag' },
    problems: ['invalid_cursor'],
  }),
  audio: defineOperation({
    name: 'search.audio',
    path: '/search/audio',
    summary: 'Search for music and sounds',
    parameters: { ...session, browse_session_id: browseSessionId, query: searchQuery('low'), cursor },
    priceUnits: 1,
    upstream: ['search.audio'],
    answer: { kind: 'list', of: 'AudioUnit' },
    problems: ['invalid_cursor'],
  }),
  top: defineOperation({
    name: 'search.top',
    path: '/search/top',
    summary: 'Blended search results',
    description: 'Units of mixed types, as the upstream sends them.',
    parameters: { ...session, query: searchQuery('trail'), cursor },
    priceUnits: 1,
    upstream: ['graphql.top_serp'],
    answer: { kind: 'list', of: 'SearchUnit' },
    problems: ['invalid_cursor'],
  }),
  places: defineOperation({
    name: 'search.places',
    path: '/search/places',
    summary: 'Search for places',
    description: 'One page.',
    parameters: {
      query: searchQuery('berlin'),
      lat: optional(decimal(-90, 90, 'Latitude that results are biased to.', '52.52')),
      lng: optional(decimal(-180, 180, 'Longitude that results are biased to.', '13.405')),
    },
    priceUnits: 1,
    upstream: ['search.places'],
    answer: { kind: 'list', of: 'PlaceResult', singlePage: true },
    problems: [],
  }),
};
