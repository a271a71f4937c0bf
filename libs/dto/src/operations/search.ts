import { browseSessionId, cursor, searchQuery, searchSessionId, serpSessionId } from '../parameters/known-parameters';
import { decimal, optional } from '../parameters/parameter';
import { defineOperations } from './operation';

const session = { search_session_id: searchSessionId, serp_session_id: serpSessionId };

export const search = defineOperations('search', {
  users: {
    path: '/search/users',
    summary: 'Search for accounts',
    parameters: { ...session, query: searchQuery('marta'), cursor },
    upstream: ['search.account_serp'],
    answer: { kind: 'list', of: 'SearchUser' },
  },
  hashtags: {
    path: '/search/hashtags',
    summary: 'Search for hashtags',
    parameters: { ...session, query: searchQuery('trail'), cursor },
    upstream: ['search.hashtags'],
    answer: { kind: 'list', of: 'Hashtag' },
  },
  audio: {
    path: '/search/audio',
    summary: 'Search for music and sounds',
    parameters: { ...session, browse_session_id: browseSessionId, query: searchQuery('low'), cursor },
    upstream: ['search.audio'],
    answer: { kind: 'list', of: 'AudioUnit' },
  },
  top: {
    path: '/search/top',
    summary: 'Blended search results',
    description: 'Units of mixed types, as the upstream sends them.',
    parameters: { ...session, query: searchQuery('trail'), cursor },
    upstream: ['graphql.top_serp'],
    answer: { kind: 'list', of: 'SearchUnit' },
  },
  places: {
    path: '/search/places',
    summary: 'Search for places',
    description: 'One page.',
    parameters: {
      query: searchQuery('berlin'),
      lat: optional(decimal(-90, 90, 'Latitude that results are biased to.', '52.52')),
      lng: optional(decimal(-180, 180, 'Longitude that results are biased to.', '13.405')),
    },
    upstream: ['search.places'],
    answer: { kind: 'list', of: 'PlaceResult' },
  },
});
