import type { operations } from '@loupe/dto';
import { commentLikers, commentReplies } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { listShape, userList } from '../../gateway/answers/list-answer';
import { pageParametersOf, twoWayPaging } from '../../gateway/answers/two-way-paging';
import type { CallOf } from '../../gateway/endpoint.decorator';
import { Gateway } from '../../gateway/gateway';
import { listPage } from '../../gateway/list-page';
import { requirePostOf } from '../../gateway/post-reference';
import { requireVisible } from '../../gateway/profiles';
import type { Reply } from '../../platform/http/reply';

type Comments = typeof operations.comments;

const paging = twoWayPaging('max', {
  min: { token: 'next_min_child_cursor', more: 'has_more_head_child_comments' },
  max: { token: 'next_max_child_cursor', more: 'has_more_tail_child_comments' },
});
const replies = listShape({
  list: 'child_comments',
  marks: { texts: ['child_comments[].pk', 'child_comments[].text'] },
  paging,
});
const likers = userList();

@Injectable()
export class CommentsService {
  constructor(private readonly gateway: Gateway) {}

  replies(call: CallOf<Comments['replies']>): Promise<Reply> {
    const { comment_id, media_id, user_id } = call.params;
    const { pk } = requirePostOf('media_id', media_id, user_id);
    return this.gateway.handle(
      call,
      listPage({
        shape: replies,
        request: (cursor) => commentReplies(pk, comment_id, pageParametersOf(cursor)),
        ifEmpty: (upstream) => requireVisible(user_id, upstream),
      }),
    );
  }

  likers(call: CallOf<Comments['likers']>): Promise<Reply> {
    return this.gateway.handle(call, listPage({ shape: likers, request: () => commentLikers(call.params.comment_id) }));
  }
}
