import { ownerId, postId } from '../parameters/known-parameters';
import { integer, mediaId, optional, token } from '../parameters/parameter';
import { defineOperations } from './operation';

const ofPost = ['private_account', 'profile_not_found', 'not_found'] as const;

export const posts = defineOperations('posts', {
  byId: {
    path: '/posts/{post_id}',
    summary: 'One post',
    description: 'Everything about the post in one call: files, audio, tagged accounts, counts.',
    parameters: { post_id: postId },
    upstream: ['media.info', 'users.info'],
    answer: { kind: 'object', of: 'Media' },
    problems: [...ofPost, 'invalid_parameter'],
  },
  comments: {
    path: '/posts/{post_id}/comments',
    summary: 'Comments of a post',
    description:
      'Replies are not included. Pass next_min_id back as min_id exactly as received and stop when has_more is false; that reaches every comment, whichever way the upstream pages the thread. has_more_comments says nothing about paging.',
    parameters: {
      post_id: postId,
      user_id: ownerId,
      min_id: optional(
        token({ description: 'next_min_id of the previous page, unchanged. Not together with max_id.' }),
      ),
      max_id: optional(
        token({
          description: 'next_max_id of the previous page: walks toward older comments. Not together with min_id.',
        }),
      ),
      carousel_media_id: optional(
        mediaId({ description: 'For a carousel: the child whose comments are wanted, by its pk or its id.' }),
      ),
      carousel_index: optional(integer(0, 99, 0, 'For a carousel: the position of the wanted child.')),
    },
    exclusive: { parameters: ['min_id', 'max_id'], required: false },
    upstream: ['media.comments', 'users.info'],
    answer: { kind: 'object', of: 'CommentStream' },
    problems: [...ofPost, 'invalid_parameter'],
  },
  likers: {
    path: '/posts/{post_id}/likers',
    summary: 'Accounts that like a post',
    description: 'One capped page. For posts with very many likes the upstream may hide the list.',
    parameters: { post_id: postId, user_id: ownerId },
    upstream: ['media.likers', 'users.info'],
    answer: { kind: 'list', of: 'CompactUser' },
    problems: [...ofPost, 'invalid_parameter'],
  },
});
