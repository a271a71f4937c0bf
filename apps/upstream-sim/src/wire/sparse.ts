import type { Post } from '../world/post';
import type { User } from '../world/users';
import type { JsonObject } from './json';

/** Whether the account's media lack the members that the real platform often omits. */
export const isSparse = (owner: User): boolean => owner.username === 'quirky.lists';

const ofAll: JsonObject = { like_and_view_counts_disabled: undefined, is_paid_partnership: undefined };

/** Overrides for a sparse post; `undefined` removes a member. */
export function sparsePost(post: Post): JsonObject {
  const isReel = post.format === 'reel';
  return {
    ...ofAll,
    ...(isReel ? {} : { video_versions: undefined, play_count: undefined }),
    ...(isReel || post.tagged.length === 0 ? { usertags: post.detail(20) % 2 ? null : undefined } : {}),
  };
}

/** Overrides for a sparse story, which has no likes, comments or tags. */
export const sparseStory = (isVideo: boolean): JsonObject => ({
  ...ofAll,
  ...(isVideo ? {} : { video_versions: undefined }),
  like_count: undefined,
  comment_count: undefined,
  play_count: undefined,
  usertags: undefined,
  clips_metadata: undefined,
  coauthor_producers: undefined,
  location: undefined,
  product_type: undefined,
});
