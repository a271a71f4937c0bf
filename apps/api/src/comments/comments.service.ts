import type { operations } from '@loupe/dto';
import { commentLikers, commentReplies } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { listShape, type Paging } from '../gateway/answers/list-answer';
import type { CallOf } from '../gateway/endpoint.decorator';
import { Lists } from '../gateway/lists';
import type { Reply } from '../http/reply';
import { requirePostOf } from '../posts/post-reference';

type Comments = typeof operations.comments;

/** Replies can go on in two directions, each with a flag and a token of its own; the older end of the thread goes first. */
const replyPaging: Paging = {
  fields: {
    moreTail: 'has_more_tail_child_comments',
    tail: 'next_max_child_cursor',
    moreHead: 'has_more_head_child_comments',
    head: 'next_min_child_cursor',
  },
  next({ moreTail, tail, moreHead, head }) {
    if (tail && moreTail !== 'false') return [tail, 'max', ''];
    return head && moreHead !== 'false' ? [head, 'min', ''] : undefined;
  },
};

const replies = listShape({ list: 'child_comments', paging: replyPaging });
const likers = listShape({ list: 'users' });

@Injectable()
export class CommentsService {
  constructor(private readonly lists: Lists) {}

  replies(call: CallOf<Comments['replies']>): Promise<Reply> {
    const { comment_id, media_id, user_id } = call.params;
    const { pk } = requirePostOf('media_id', media_id, user_id);
    return this.lists.page(call, {
      shape: replies,
      request: (cursor) =>
        commentReplies(pk, comment_id, cursor ? { [cursor[1] === 'min' ? 'minId' : 'maxId']: cursor[0] } : {}),
    });
  }

  likers(call: CallOf<Comments['likers']>): Promise<Reply> {
    return this.lists.page(call, { shape: likers, request: () => commentLikers(call.params.comment_id) });
  }
}
