import type { Post } from '../world/post';
import type { User } from '../world/users';
import { graphId } from './ids';
import type { JsonObject } from './json';
import { briefUser } from './users';
import type { View } from './view';

/** The caption: a comment by the owner, of type 1. `null` for a post without one. */
export function captionOf(view: View, post: Post, owner: User): JsonObject | null {
  const text = post.caption;
  if (text === null) return null;
  const pk = String(graphId('caption', post.detail(1)));
  return {
    pk,
    strong_id__: pk,
    user_id: owner.pk,
    media_id: post.pk,
    text: text ?? null,
    type: 1,
    created_at: post.takenAt + 1,
    created_at_utc: post.takenAt + 1,
    created_at_for_fb_app: post.takenAt + 1,
    content_type: 'comment',
    status: 'Active',
    bit_flags: 0,
    share_enabled: false,
    did_report_as_spam: false,
    is_covered: false,
    is_ranked_comment: false,
    is_created_by_media_owner: true,
    private_reply_status: 0,
    has_translation: /[^ -\u024f]/.test(text ?? '') || undefined,
    user: briefUser(view, owner),
  };
}
