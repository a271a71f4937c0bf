import type { Post } from '../world/post';
import type { User } from '../world/users';
import type { JsonObject } from './json';

/** Whether what an account publishes lacks what the platform leaves out in life, and others here have. */
export const isSparse = (owner: User): boolean => owner.username === 'quirky.lists';

const ofAll: JsonObject = { like_and_view_counts_disabled: undefined, is_paid_partnership: undefined };

/** Members of a post that take the place of the usual ones: undefined stands for none. */
export function sparsePost(post: Post): JsonObject {
  const isReel = post.format === 'reel';
  return {
    ...ofAll,
    ...(isReel ? {} : { video_versions: undefined, play_count: undefined }),
    ...(isReel || post.tagged.length === 0 ? { usertags: post.detail(20) % 2 ? null : undefined } : {}),
  };
}

/** The same of a story, which nobody can like, comment on, or be tagged in. */
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
