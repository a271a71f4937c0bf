import { type Operation, operations } from '@loupe/dto';
import type { SentReply } from '../../support/send';
import { casesOf, type EndpointCase, eachOf } from '../endpoint-case';
import { known } from '../known';
import { storyCases } from './stories';

const { users } = operations;

const isMarta = ({ json }: SentReply) =>
  expect(json).toMatchObject({ pk: known.marta, username: 'marta.trails', is_private: false });

const byUsername = casesOf(users.byUsername, [
  {
    name: 'finds the account with exactly this handle, although a popular account with a similar handle precedes it',
    path: '/users/username/marta.trails',
    upstream: ['search.typeahead', 'users.info'],
    check: isMarta,
  },
  { name: 'ignores letter case', path: '/users/username/MARTA.Trails', check: isMarta },
  { name: 'drops a leading @', path: '/users/username/@marta.trails', check: isMarta },
  {
    name: 'treats a handle of digits as a handle',
    path: '/users/username/20071224',
    check: ({ json }) => expect(json).toMatchObject({ pk: '1008', username: '20071224' }),
  },
  {
    name: 'accepts a handle of dots and underscores',
    path: '/users/username/__under.score__',
    check: ({ json }) => expect(json.pk).toBe('1011'),
  },
  {
    name: 'rejects an account with a similar handle, without a further request',
    path: '/users/username/marta.trail',
    code: 'profile_not_found',
    upstream: ['search.typeahead'],
  },
  { name: 'does not find a deleted account', path: '/users/username/gone.by.choice', code: 'profile_not_found' },
  {
    name: 'does not find a banned account, although the typeahead lists it',
    path: '/users/username/banned.outright',
    code: 'profile_not_found',
    upstream: ['search.typeahead', 'users.info'],
  },
  {
    name: 'reports an age-restricted account as private',
    path: '/users/username/marta.trails',
    faults: { 'users.info': 'restricted_profile' },
    code: 'private_account',
  },
]);

const byId = casesOf(users.byId, [
  {
    name: 'returns the profile object itself',
    path: `/users/${known.marta}`,
    upstream: ['users.info'],
    check: (reply) => {
      isMarta(reply);
      expect(Object.keys(reply.json).length).toBeGreaterThan(200);
      expect(reply.json.status).toBeUndefined();
    },
  },
  {
    name: 'returns the profile of a private account',
    path: `/users/${known.privateLoudly}`,
    check: ({ json }) => expect(json.is_private).toBe(true),
  },
  {
    name: 'reports an age-restricted account as private',
    path: `/users/${known.marta}`,
    faults: { 'users.info': 'restricted_profile' },
    code: 'private_account',
  },
  ...eachOf([known.deleted, known.banned, known.nobody], (pk) => ({
    name: `does not find account ${pk}`,
    path: `/users/${pk}`,
    code: 'profile_not_found',
  })),
]);

/** Cases common to several lists of a user. `request` is the upstream request of the list. */
function userList(operation: Operation, request: string, shape: object): EndpointCase[] {
  const path = (pk: string) => operation.path.replace('{user_id}', pk);
  return casesOf(operation, [
    {
      name: 'returns the envelope',
      path: path(known.marta),
      upstream: [request],
      check: ({ json }) => {
        expect(Object.keys(json)).toEqual(['items', 'next_cursor', 'has_more']);
        expect(json).toMatchObject({ next_cursor: expect.any(String), has_more: true });
        expect(json.items[0]).toMatchObject(shape);
      },
    },
    {
      name: 'distinguishes an empty list from a hidden list by one profile request',
      path: path(known.marta),
      faults: { [request]: 'private_empty' },
      upstream: [request, 'users.info'],
      check: ({ text }) => expect(text).toBe('{"items":[],"next_cursor":null,"has_more":false}'),
    },
    {
      name: 'reports a private account',
      path: path(known.privateLoudly),
      code: 'private_account',
      upstream: [request],
    },
    {
      name: 'reports a private account, although the upstream only returns an empty list',
      path: path(known.privateQuietly),
      code: 'private_account',
      upstream: [request, 'users.info'],
    },
    ...eachOf([known.deleted, known.banned, known.nobody], (pk) => ({
      name: `does not find account ${pk}`,
      path: path(pk),
      code: 'profile_not_found',
    })),
    { name: 'refuses a cursor that it did not issue', path: `${path(known.marta)}?cursor=25`, code: 'invalid_cursor' },
  ]);
}

const aUser = { pk: expect.stringMatching(/^\d+$/), username: expect.any(String), is_private: expect.any(Boolean) };
const aMedia = { pk: expect.stringMatching(/^\d{16,}$/), user: { username: expect.any(String) } };

const stories = casesOf(
  users.stories,
  storyCases((pk) => `/users/${pk}/stories`),
);

const highlights = casesOf(users.highlights, [
  {
    name: 'returns the tray on one page',
    path: `/users/${known.storyTeller}/highlights`,
    upstream: ['users.info', 'highlights.tray'],
    check: ({ json }) => {
      expect(json).toMatchObject({ next_cursor: null, has_more: false });
      expect(json.items).toHaveLength(120);
      expect(json.items[0]).toMatchObject({ id: expect.stringMatching(/^highlight:\d+$/), title: expect.any(String) });
    },
  },
  ...eachOf([known.privateLoudly, known.privateQuietly], (pk) => ({
    name: `reports that account ${pk} is private`,
    path: `/users/${pk}/highlights`,
    code: 'private_account',
  })),
  { name: 'does not find a deleted account', path: `/users/${known.deleted}/highlights`, code: 'profile_not_found' },
]);

const about = casesOf(users.about, [
  {
    name: 'returns the panel',
    path: `/users/${known.marta}/about`,
    upstream: ['users.about'],
    check: ({ json }) => {
      expect(Object.keys(json)).toEqual(['date_joined', 'former_usernames', 'former_usernames_count', 'details']);
      expect(json.date_joined).toBe('March 2015');
      expect(json.former_usernames_count).toBe(json.former_usernames.length);
      expect(json.details).toEqual(expect.arrayContaining(['Date joined', 'March 2015', 'Former usernames']));
    },
  },
  {
    name: 'returns an empty panel after one profile request',
    path: `/users/${known.empty}/about`,
    upstream: ['users.about', 'users.info'],
    check: ({ text }) =>
      expect(text).toBe('{"date_joined":null,"former_usernames":[],"former_usernames_count":null,"details":[]}'),
  },
  ...eachOf([known.privateLoudly, known.privateQuietly], (pk) => ({
    name: `reports that account ${pk} is private`,
    path: `/users/${pk}/about`,
    code: 'private_account',
  })),
  { name: 'does not find a deleted account', path: `/users/${known.deleted}/about`, code: 'profile_not_found' },
]);

const posts = casesOf(users.posts, [
  {
    name: 'returns the `feed` and the `posts` of the grid',
    path: `/users/${known.marta}/posts`,
    upstream: ['graphql.profile_timeline'],
    check: ({ json }) => {
      expect(Object.keys(json)).toEqual(['feed', 'posts']);
      expect(json.feed).toMatchObject({ more_available: true, profile_grid_items_cursor: expect.any(String) });
      expect(json.feed.pinned_profile_grid_items_ids).toHaveLength(2);
      expect(Object.keys(json.posts).length).toBeGreaterThan(9);
    },
  },
  {
    name: 'returns an empty grid after one profile request',
    path: `/users/${known.empty}/posts`,
    upstream: ['graphql.profile_timeline', 'users.info'],
    check: ({ json }) =>
      expect(json).toMatchObject({ feed: { profile_grid_items: [], pinned_profile_grid_items_ids: [] }, posts: {} }),
  },
  ...eachOf([known.privateLoudly, known.privateQuietly], (pk) => ({
    name: `reports that account ${pk} is private`,
    path: `/users/${pk}/posts`,
    code: 'private_account',
  })),
  ...eachOf([known.deleted, known.banned, known.nobody], (pk) => ({
    name: `does not find account ${pk}`,
    path: `/users/${pk}/posts`,
    code: 'profile_not_found',
  })),
  {
    name: 'refuses a cursor that it did not issue',
    path: `/users/${known.marta}/posts?cursor=QVFCabcd`,
    code: 'invalid_cursor',
  },
  {
    name: 'refuses max_id, which would return the first page every time',
    path: `/users/${known.marta}/posts?max_id=3868111222333444555_1001`,
    code: 'invalid_parameter',
    check: ({ json }) => expect(json.errors).toMatchObject([{ in: 'query', parameter: 'max_id' }]),
  },
  {
    name: 'refuses max_id together with a cursor',
    path: `/users/${known.marta}/posts?cursor=QVFC&max_id=`,
    code: 'invalid_parameter',
  },
]);

export const usersCases: readonly EndpointCase[] = [
  ...byUsername,
  ...byId,
  ...userList(users.followers, 'friendships.followers', aUser),
  ...userList(users.following, 'friendships.following', aUser),
  ...posts,
  ...userList(users.reels, 'clips.user', { ...aMedia, product_type: 'clips' }),
  ...userList(users.tagged, 'usertags.feed', aMedia),
  ...userList(users.reposts, 'graphql.user_reposts', aMedia),
  ...stories,
  ...highlights,
  ...about,
];
