import { cursor, ownerId, postId } from '../parameters/known-parameters';
import { digits } from '../parameters/parameter';
import { defineOperations } from './operation';

const commentId = digits({ description: 'pk of the comment.', example: '17896169626109711' });

export const comments = defineOperations('comments', {
  replies: {
    path: '/comments/{comment_id}/replies',
    summary: 'Replies to a comment',
    description: 'A comment has replies if its child_comment_count is above 0.',
    parameters: { comment_id: commentId, media_id: postId, user_id: ownerId, cursor },
    upstream: ['media.inline_child_comments', 'users.info'],
    answer: { kind: 'list', of: 'Comment' },
    problems: ['private_account', 'profile_not_found', 'not_found', 'invalid_parameter'],
  },
  likers: {
    path: '/comments/{comment_id}/likers',
    summary: 'Accounts that like a comment',
    parameters: { comment_id: commentId },
    upstream: ['media.comment_likers'],
    answer: { kind: 'list', of: 'CompactUser' },
    problems: ['private_account', 'not_found', 'invalid_parameter'],
  },
});
