import { mix } from '../world/chance';
import { type Comment, commentAt } from '../world/comments';
import { graphId } from '../world/ids';
import { userPkAt } from '../world/population';
import type { Post } from '../world/post';
import type { User } from '../world/users';
import { type JsonObject, rotated } from './json';
import captionTemplate from './templates/caption.json';
import commentTemplate from './templates/comment.json';
import { authorOf, briefUser } from './users';
import type { View } from './view';

/** The caption: a comment of type 1 by the owner, or `null`. */
export function captionOf(view: View, post: Post, owner: User): JsonObject | null {
  const text = post.caption;
  if (text === null) return null;
  const pk = String(graphId('caption', post.detail(1)));
  return {
    ...captionTemplate,
    pk,
    strong_id__: pk,
    user_id: owner.pk,
    media_id: post.pk,
    text: text ?? null,
    created_at: post.takenAt + 1,
    created_at_utc: post.takenAt + 1,
    created_at_for_fb_app: post.takenAt + 1,
    has_translation: /[^ -\u024f]/.test(text ?? '') || undefined,
    user: briefUser(view, owner),
  };
}

/** The comment's id is a string; the ids of its author and post are numbers. */
export function commentObject(view: View, comment: Comment): JsonObject {
  const pk = String(comment.pk);
  const isReply = comment.reply > 0;
  const object = {
    ...commentTemplate,
    pk,
    strong_id__: pk,
    user_id: userPkAt(comment.author),
    media_id: comment.post.pk,
    text: comment.text,
    type: isReply ? 2 : 0,
    created_at: comment.createdAt,
    created_at_utc: comment.createdAt,
    created_at_for_fb_app: comment.createdAt,
    comment_like_count: comment.likeCount,
    child_comment_count: isReply ? undefined : comment.post.replyCount(comment.index),
    preview_child_comments: isReply ? undefined : [],
    other_preview_users: isReply ? undefined : [],
    is_liked_by_media_owner: comment.draw % 5 === 0,
    is_pinned: !isReply && comment.index === 0 && comment.draw % 3 === 0,
    is_ranked_comment: comment.post.commentPaging === 'ranked',
    user: { ...authorOf(view, view.world.userAt(comment.author)), is_mentionable: true },
    ...(isReply ? replyMembers(comment) : {}),
  };
  return rotated(object, mix(comment.draw, 9));
}

function replyMembers(comment: Comment): JsonObject {
  const parent = String(commentAt(comment.post, comment.index).pk);
  return { parent_comment_id: parent, replied_to_comment_id: parent, child_comment_index: comment.reply - 1 };
}
