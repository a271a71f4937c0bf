import type { operations } from '@loupe/dto';
import { commentLikers, commentReplies } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { listShape, userList } from '../../gateway/answers/list-answer';
import { twoWayPaging, wayOn } from '../../gateway/answers/two-way-paging';
import type { CallOf } from '../../gateway/endpoint.decorator';
import { Lists } from '../../gateway/lists';
import { requirePostOf } from '../../gateway/post-reference';
import { Profiles } from '../../gateway/profiles';
import type { Reply } from '../../platform/http/reply';

type Comments = typeof operations.comments;

// The older end of a thread goes first.
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
  constructor(
    private readonly lists: Lists,
    private readonly profiles: Profiles,
  ) {}

  replies(call: CallOf<Comments['replies']>): Promise<Reply> {
    const { comment_id, media_id, user_id } = call.params;
    const { pk } = requirePostOf('media_id', media_id, user_id);
    return this.lists.page(call, {
      shape: replies,
      request: (cursor) => commentReplies(pk, comment_id, wayOn(cursor)),
      ifEmpty: () => this.profiles.requireVisible(user_id, call.exchange),
    });
  }

  likers(call: CallOf<Comments['likers']>): Promise<Reply> {
    return this.lists.page(call, { shape: likers, request: () => commentLikers(call.params.comment_id) });
  }
}
