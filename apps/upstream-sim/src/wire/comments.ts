import { mix } from '../world/chance';
import { type Comment, commentAt } from '../world/comments';
import { userPkAt } from '../world/population';
import { cutDeck, type JsonObject } from './json';
import { authorOf } from './users';
import type { View } from './view';

/** A comment or reply; its id is a string, the ids of its author and post are numbers. */
export function commentObject(view: View, comment: Comment): JsonObject {
  const pk = String(comment.pk);
  const isReply = comment.reply > 0;
  const object = {
    pk,
    strong_id__: pk,
    user_id: userPkAt(comment.author),
    media_id: comment.post.pk,
    text: comment.text,
    type: isReply ? 2 : 0,
    created_at: comment.createdAt,
    created_at_utc: comment.createdAt,
    created_at_for_fb_app: comment.createdAt,
    content_type: 'comment',
    status: 'Active',
    bit_flags: 0,
    did_report_as_spam: false,
    share_enabled: true,
    has_liked_comment: false,
    has_disliked_comment: false,
    comment_like_count: comment.likeCount,
    child_comment_count: isReply ? undefined : comment.post.replyCount(comment.index),
    preview_child_comments: isReply ? undefined : [],
    other_preview_users: isReply ? undefined : [],
    is_liked_by_media_owner: comment.draw % 5 === 0,
    liked_by_media_coauthors: [],
    is_pinned: !isReply && comment.index === 0 && comment.draw % 3 === 0,
    is_covered: false,
    is_edited: false,
    is_text_editable: false,
    is_ranked_comment: comment.post.commentPaging === 'ranked',
    comment_has_a_visual_reply_media: false,
    is_photo_comments_enabled_for_comment_author: false,
    meta_ai_comment_type: null,
    keywords_data: [],
    inline_composer_display_condition: 'never',
    private_reply_status: 0,
    user: { ...authorOf(view, view.world.userAt(comment.author)), is_mentionable: true },
    ...(isReply ? replyMembers(comment) : {}),
  };
  return cutDeck(object, mix(comment.draw, 9));
}

function replyMembers(comment: Comment): JsonObject {
  const parent = String(commentAt(comment.post, comment.index).pk);
  return { parent_comment_id: parent, replied_to_comment_id: parent, child_comment_index: comment.reply - 1 };
}
