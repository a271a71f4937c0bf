import { cursor, userId, username } from '../parameters/known-parameters';
import { boolean, optional, token } from '../parameters/parameter';
import { defineOperations } from './operation';

const privateOrMissing = ['private_account', 'profile_not_found'] as const;

export const users = defineOperations('users', {
  byUsername: {
    path: '/users/username/{username}',
    summary: 'Profile by username',
    description:
      'Two upstream requests, so it costs twice the price, also for unknown names. The only operation that takes a username; all others under /users take the pk found here.',
    parameters: { username },
    priceUnits: 2,
    upstream: ['search.typeahead', 'users.info'],
    answer: { kind: 'object', of: 'Profile' },
    problems: privateOrMissing,
  },
  byId: {
    path: '/users/{user_id}',
    summary: 'Profile by id',
    parameters: { user_id: userId },
    upstream: ['users.info'],
    answer: { kind: 'object', of: 'Profile' },
    problems: privateOrMissing,
  },
  followers: {
    path: '/users/{user_id}/followers',
    summary: 'Accounts that follow a user',
    description:
      'The upstream caps the depth of this list, most visibly for large and business accounts: has_more can become false before the list is exhausted.',
    parameters: { user_id: userId, cursor },
    upstream: ['friendships.followers', 'users.info'],
    answer: { kind: 'list', of: 'CompactUser' },
    problems: privateOrMissing,
  },
  following: {
    path: '/users/{user_id}/following',
    summary: 'Accounts that a user follows',
    description: 'The upstream caps the depth of this list: has_more can become false before the list is exhausted.',
    parameters: { user_id: userId, cursor },
    upstream: ['friendships.following', 'users.info'],
    answer: { kind: 'list', of: 'CompactUser' },
    problems: privateOrMissing,
  },
  posts: {
    path: '/users/{user_id}/posts',
    summary: 'A user’s posts (profile grid)',
    description:
      'The response has two lists. Match them by media id. Continue while feed.more_available is true, passing feed.profile_grid_items_cursor as cursor.',
    parameters: {
      user_id: userId,
      cursor: optional(token({ description: 'feed.profile_grid_items_cursor of the previous page, unchanged.' })),
      max_id: {
        ...optional(
          token({ description: 'Not supported: the upstream ignores it and would return the first page forever.' }),
        ),
        deprecated: true,
      },
    },
    upstream: ['graphql.profile_timeline', 'users.info'],
    answer: { kind: 'object', of: 'ProfileGrid' },
    problems: [...privateOrMissing, 'invalid_parameter'],
  },
  reels: {
    path: '/users/{user_id}/reels',
    summary: 'Reels of a user',
    parameters: {
      user_id: userId,
      cursor,
      sort_by_views: optional(boolean('Most viewed first instead of newest first. The paging is the same.')),
    },
    upstream: ['clips.user', 'users.info'],
    answer: { kind: 'list', of: 'Media' },
    problems: privateOrMissing,
  },
  tagged: {
    path: '/users/{user_id}/tagged',
    summary: 'Media that a user is tagged in',
    parameters: { user_id: userId, cursor },
    upstream: ['usertags.feed', 'users.info'],
    answer: { kind: 'list', of: 'Media' },
    problems: privateOrMissing,
  },
  reposts: {
    path: '/users/{user_id}/reposts',
    summary: 'Media that a user has reposted',
    description:
      'The reposted originals, each with its author in user. Members with a type prefix (1ltaken_at) also come under their plain name (taken_at).',
    parameters: { user_id: userId, cursor },
    upstream: ['graphql.user_reposts', 'users.info'],
    answer: { kind: 'list', of: 'Media' },
    problems: privateOrMissing,
  },
  stories: {
    path: '/users/{user_id}/stories',
    summary: 'Stories of the last 24 hours of a user',
    description:
      'One page. items is empty when the user has no story newer than 24 hours. Two upstream requests, so it costs double.',
    parameters: { user_id: userId },
    priceUnits: 2,
    upstream: ['users.info', 'feed.user_story'],
    answer: { kind: 'list', of: 'StoryItem' },
    problems: privateOrMissing,
  },
  highlights: {
    path: '/users/{user_id}/highlights',
    summary: 'Highlights of a user',
    description: 'One page. Two upstream requests, so it costs double.',
    parameters: { user_id: userId },
    priceUnits: 2,
    upstream: ['users.info', 'highlights.tray'],
    answer: { kind: 'list', of: 'HighlightTrayEntry' },
    problems: privateOrMissing,
  },
  about: {
    path: '/users/{user_id}/about',
    summary: 'What the “about this account” panel says',
    description:
      'Parsed from a rendered panel on a best-effort basis; details holds every line of it. date_joined and former_usernames_count are null where the panel has no such line.',
    parameters: { user_id: userId },
    upstream: ['users.about', 'users.info'],
    answer: { kind: 'object', of: 'AboutPanel' },
    problems: privateOrMissing,
  },
});
