import { operations } from '@loupe/dto';
import { casesOf, type EndpointCase } from '../endpoint-case';
import { known, knownComments, knownPosts } from '../known';

const { comments } = operations;
const owner = known.showcase;
const thread = knownPosts.hugeThread;
const ofThread = `media_id=${thread}&user_id=${owner}`;

const replies = casesOf(comments.replies, [
  {
    name: 'returns the envelope',
    path: `/comments/${knownComments.repliesByMaxId}/replies?${ofThread}`,
    upstream: ['media.inline_child_comments'],
    check: ({ json }, [request]) => {
      expect(json).toMatchObject({ next_cursor: expect.any(String), has_more: true });
      expect(json.items[0]).toMatchObject({ parent_comment_id: knownComments.repliesByMaxId });
      expect(request!.path).toBe(
        `/api/v1/media/${thread}/comments/${knownComments.repliesByMaxId}/inline_child_comments/`,
      );
    },
  },
  {
    name: 'accepts the post’s composite id',
    path: `/comments/${knownComments.noReplies}/replies?media_id=${thread}_${owner}&user_id=${owner}`,
    upstream: ['media.inline_child_comments', 'users.info'],
    check: ({ text }) => expect(text).toBe('{"items":[],"next_cursor":null,"has_more":false}'),
  },
  {
    name: 'reports that the owner is private, although the upstream only returns an empty result',
    path: `/comments/${knownComments.noReplies}/replies?media_id=${knownPosts.privateQuietly}&user_id=${known.privateQuietly}`,
    upstream: ['media.inline_child_comments', 'users.info'],
    code: 'private_account',
  },
  {
    name: 'reports that the owner is missing, although the upstream only returns an empty result',
    path: `/comments/${knownComments.noReplies}/replies?media_id=${thread}&user_id=${known.deleted}`,
    code: 'profile_not_found',
  },
  {
    name: 'accepts the post’s shortcode',
    path: `/comments/${knownComments.noReplies}/replies?media_id=CSgquzkYxhP&user_id=${owner}`,
  },
  {
    name: 'refuses a post id that is none of the three forms',
    path: `/comments/${knownComments.noReplies}/replies?media_id=!!!&user_id=${owner}`,
    code: 'invalid_parameter',
    check: ({ json }) => expect(json.errors).toMatchObject([{ in: 'query', parameter: 'media_id' }]),
  },
  {
    name: 'refuses a composite id of another owner',
    path: `/comments/${knownComments.noReplies}/replies?media_id=${thread}_1001&user_id=${owner}`,
    code: 'invalid_parameter',
  },
  {
    name: 'refuses a cursor that it did not issue',
    path: `/comments/${knownComments.repliesByMaxId}/replies?${ofThread}&cursor=17950000000000001`,
    code: 'invalid_cursor',
  },
  {
    name: 'lists every missing parameter',
    path: `/comments/${knownComments.noReplies}/replies`,
    code: 'unprocessable_entity',
    check: ({ json }) =>
      expect(json.errors).toEqual([
        { in: 'query', parameter: 'media_id', message: 'is required' },
        { in: 'query', parameter: 'user_id', message: 'is required' },
      ]),
  },
  { name: 'does not find an unknown comment', path: `/comments/1/replies?${ofThread}`, code: 'not_found' },
  {
    name: 'reports that the owner is private',
    path: `/comments/${knownComments.noReplies}/replies?media_id=${knownPosts.privateLoudly.pk}&user_id=1003`,
    code: 'private_account',
  },
]);

const likers = casesOf(comments.likers, [
  {
    name: 'returns one page',
    path: `/comments/${knownComments.repliesByMaxId}/likers`,
    upstream: ['media.comment_likers'],
    check: ({ json }) => expect(json).toMatchObject({ items: expect.any(Array), next_cursor: null, has_more: false }),
  },
  { name: 'does not find an unknown comment', path: '/comments/1/likers', code: 'not_found' },
  {
    name: 'reports that the upstream rejects the id',
    path: '/comments/99999999999999999999/likers',
    code: 'invalid_parameter',
    upstream: ['media.comment_likers'],
  },
  {
    name: 'reports that the owner is private',
    path: `/comments/${knownComments.noReplies}/likers`,
    faults: { 'media.comment_likers': 'private_400' },
    code: 'private_account',
  },
]);

export const commentsCases: readonly EndpointCase[] = [...replies, ...likers];
