import { operations } from '@loupe/dto';
import type { SentReply } from '../../support/send';
import { casesOf, type EndpointCase, eachOf, type OwnCase } from '../endpoint-case';
import { known, knownPosts } from '../known';

const { posts } = operations;
const { photo, from2011, privateLoudly } = knownPosts;
const owner = known.showcase;

const isThePhoto = ({ json }: SentReply) =>
  expect(json).toMatchObject({ pk: photo.pk, id: `${photo.pk}_${owner}`, code: photo.code, user: { pk: owner } });

const missing = [knownPosts.goneLoudly, knownPosts.goneWith404, '1'];

/** Cases with an ambiguous upstream response: a request for the owner's profile decides the result. */
function quietly(request: string, path: (pk: string, owner: string) => string): OwnCase[] {
  const one = { upstream: [request, 'users.info'] };
  return [
    {
      ...one,
      name: 'reports that the owner is private, although the upstream only returns an empty result',
      path: path(knownPosts.privateQuietly, known.privateQuietly),
      code: 'private_account',
    },
    {
      ...one,
      name: 'reports that the owner is missing, although the upstream only returns an empty result',
      path: path(photo.pk, known.deleted),
      faults: { [request]: 'private_empty' },
      code: 'profile_not_found',
    },
  ];
}

const byId = casesOf(posts.byId, [
  {
    name: 'accepts a numeric pk',
    path: `/posts/${photo.pk}`,
    upstream: ['media.info'],
    check: (reply, [request]) => {
      isThePhoto(reply);
      expect(request!.path).toBe(`/api/v1/media/${photo.pk}/info/`);
    },
  },
  { name: 'accepts a shortcode', path: `/posts/${photo.code}`, check: isThePhoto },
  {
    name: 'accepts a shortcode with the suffix of a private link',
    path: `/posts/${photo.code}${'AbCdEfGhIjKlMnOpQrStUvWxYz01'}`,
    check: isThePhoto,
  },
  { name: 'accepts a composite id', path: `/posts/${photo.pk}_${owner}`, check: isThePhoto },
  {
    name: 'accepts a short code of 2011',
    path: `/posts/${from2011.code}`,
    check: ({ json }) => expect(json.pk).toBe(from2011.pk),
  },
  ...eachOf(['!!!', '0', '9223372036854775808', `${photo.pk}_x`, 'a%2Fb', 'a%00b', 'x'.repeat(201)], (id) => ({
    name: `refuses ${id}, which is none of the three forms`,
    path: `/posts/${id}`,
    code: 'invalid_parameter',
    check: ({ json }) => expect(json.errors).toMatchObject([{ in: 'path', parameter: 'post_id' }]),
  })),
  ...eachOf([...missing, knownPosts.goneQuietly, knownPosts.privateQuietly], (pk) => ({
    name: `does not find post ${pk}`,
    path: `/posts/${pk}`,
    code: 'not_found',
  })),
  { name: 'reports that the owner is private', path: `/posts/${privateLoudly.pk}`, code: 'private_account' },
  ...quietly('media.info', (pk, user) => `/posts/${pk}_${user}`),
  ...eachOf(missing.slice(0, 2), (pk) => ({
    name: `does not find post ${pk} of a visible account`,
    path: `/posts/${pk}_${owner}`,
    code: 'not_found',
    upstream: ['media.info', 'users.info'],
  })),
]);

const commentsPath = (id: string, search = '') => `/posts/${id}/comments?user_id=${owner}${search}`;

const comments = casesOf(posts.comments, [
  {
    name: 'returns the stream with `has_more` true, although `has_more_comments` is false',
    path: commentsPath(knownPosts.hugeThread),
    upstream: ['media.comments'],
    check: ({ json }, [request]) => {
      expect(json).toMatchObject({
        has_more: true,
        has_more_comments: false,
        media_pk: `${knownPosts.hugeThread}_${owner}`,
        next_min_id: expect.stringMatching(/^[\w-]+$/),
      });
      expect(json.comments).toHaveLength(15);
      expect(json.comments[0]).toMatchObject({ user_id: expect.any(String), media_id: knownPosts.hugeThread });
      expect(json.status).toBeUndefined();
      expect(request!.path).toBe(`/api/v1/media/${knownPosts.hugeThread}_${owner}/comments/`);
    },
  },
  {
    name: 'returns a next_min_id although the upstream pages the thread by next_max_id',
    path: commentsPath(knownPosts.tailThread),
    check: ({ json }) => {
      expect(json).toMatchObject({ has_more: true, has_more_comments: true, next_min_id: expect.any(String) });
      expect(json.next_max_id).toBe(json.next_min_id);
    },
  },
  {
    name: 'returns an empty last page after one profile request',
    path: commentsPath(knownPosts.noComments),
    upstream: ['media.comments', 'users.info'],
    check: ({ json, headers }) => {
      expect(json).toMatchObject({ comments: [], has_more: false });
      expect(headers['x-list-end']).toBe('no-cursor');
    },
  },
  ...quietly('media.comments', (pk, user) => `/posts/${pk}/comments?user_id=${user}`),
  ...['min_id', 'max_id'].flatMap((parameter) =>
    eachOf(['25', '', '17950000000000001'], (value) => ({
      name: `refuses ${parameter}=${value}, which it did not issue`,
      path: commentsPath(knownPosts.tailThread, `&${parameter}=${value}`),
      code: 'invalid_cursor',
      check: ({ json }) => expect(json.errors).toMatchObject([{ in: 'query', parameter }]),
    })),
  ),
  {
    name: 'returns an empty stream for a post with comments turned off',
    path: commentsPath(knownPosts.commentsDisabled),
    check: ({ json }) => expect(json).toMatchObject({ comments: [], comments_disabled: true, has_more: false }),
  },
  {
    name: 'limits comments to one child of a carousel, with parameters that the upstream receives unchanged',
    path: commentsPath(knownPosts.carousel, '&carousel_media_id=2320163015865434311&carousel_index=2'),
    check: (_, [request]) =>
      expect(request!.query).toMatchObject({ carousel_media_id: '2320163015865434311', carousel_index: '2' }),
  },
  {
    name: 'accepts the composite id of a child',
    path: commentsPath(knownPosts.carousel, `&carousel_media_id=2320163015865434311_${owner}`),
    check: (_, [request]) =>
      expect(request!.query).toMatchObject({ carousel_media_id: `2320163015865434311_${owner}` }),
  },
  {
    name: 'refuses a child of another owner',
    path: commentsPath(knownPosts.carousel, '&carousel_media_id=2320163015865434311_1001'),
    code: 'invalid_parameter',
    check: ({ json }) => expect(json.errors).toMatchObject([{ in: 'query', parameter: 'carousel_media_id' }]),
  },
  {
    name: 'refuses a composite id of another owner',
    path: `/posts/${photo.pk}_1001/comments?user_id=${owner}`,
    code: 'invalid_parameter',
  },
  {
    name: 'refuses both paging directions at once, and lists every other validation error',
    path: `/posts/${photo.pk}/comments?user_id=x&min_id=1&max_id=2&carousel_index=-1`,
    code: 'unprocessable_entity',
    check: ({ json }) =>
      expect(json.errors.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual([
        'carousel_index',
        'max_id',
        'user_id',
      ]),
  },
  { name: 'requires the owner', path: `/posts/${photo.pk}/comments`, code: 'unprocessable_entity' },
  ...eachOf(missing, (pk) => ({ name: `does not find post ${pk}`, path: commentsPath(pk), code: 'not_found' })),
  {
    name: 'reports that the owner is private',
    path: `/posts/${privateLoudly.pk}/comments?user_id=${privateLoudly.owner}`,
    code: 'private_account',
  },
]);

const likers = casesOf(posts.likers, [
  {
    name: 'returns one capped page',
    path: `/posts/${photo.code}/likers?user_id=${owner}`,
    upstream: ['media.likers'],
    check: ({ json }, [request]) => {
      expect(json).toMatchObject({ next_cursor: null, has_more: false });
      expect(json.items[0]).toMatchObject({ pk: expect.any(String), username: expect.any(String) });
      expect(request!.path).toBe(`/api/v1/media/${photo.pk}_${owner}/likers/`);
    },
  },
  {
    name: 'returns no items for hidden likes',
    path: `/posts/${knownPosts.likesHidden}/likers?user_id=${owner}`,
    upstream: ['media.likers', 'users.info'],
    check: ({ json, headers }) => {
      expect(json.items).toEqual([]);
      expect(headers['x-list-end']).toBe('single-page');
    },
  },
  ...quietly('media.likers', (pk, user) => `/posts/${pk}/likers?user_id=${user}`),
  { name: 'requires the owner', path: `/posts/${photo.pk}/likers`, code: 'unprocessable_entity' },
  {
    name: 'refuses a composite id of another owner',
    path: `/posts/${photo.pk}_1001/likers?user_id=${owner}`,
    code: 'invalid_parameter',
  },
  {
    name: 'does not find a deleted post',
    path: `/posts/${knownPosts.goneLoudly}/likers?user_id=${owner}`,
    code: 'not_found',
  },
  {
    name: 'reports that the owner is private',
    path: `/posts/${privateLoudly.pk}/likers?user_id=${privateLoudly.owner}`,
    code: 'private_account',
  },
]);

export const postsCases: readonly EndpointCase[] = [...byId, ...comments, ...likers];
