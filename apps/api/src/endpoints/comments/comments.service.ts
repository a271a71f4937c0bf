import type { operations } from '@loupe/dto';
import { commentLikers, commentReplies } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { listShape } from '../../gateway/answers/list-answer';
import type { CallOf } from '../../gateway/endpoint.decorator';
import { Lists } from '../../gateway/lists';
import { requirePostOf } from '../../gateway/post-reference';
import type { Reply } from '../../platform/http/reply';
import { type ReplyDirection, replyPaging } from './reply-paging';

type Comments = typeof operations.comments;

const replies = listShape({ list: 'child_comments', paging: replyPaging });
const idOf = { min: 'minId', max: 'maxId' } as const;
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
        commentReplies(pk, comment_id, cursor ? { [idOf[cursor[1] as ReplyDirection]]: cursor[0] } : {}),
    });
  }

  likers(call: CallOf<Comments['likers']>): Promise<Reply> {
    return this.lists.page(call, { shape: likers, request: () => commentLikers(call.params.comment_id) });
  }
}
