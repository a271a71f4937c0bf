import { between, mix, pick, salt, skewed } from './chance';
import { IdFamily, packFields, unpackFields } from './ids';
import { audience } from './population';
import type { Post } from './post';
import type { Posts } from './posts';
import vocabulary from './vocabulary/posts.json';

const commentIds = new IdFamily('comment', 17_850_000_000_000_000n, 3, 47);
// Bits of four numbers: the post's owner, its ordinal, the comment's index, and the reply (0 is the comment itself).
const widths = [16, 10, 13, 5];
const commentSalt = salt('comment');
const monthSeconds = 30 * 86_400;

export type Comment = ReturnType<typeof commentAt>;

/** The comment at an index of the post's thread, or its reply with the number `reply`, counted from 1. */
export function commentAt(post: Post, index: number, reply = 0) {
  const draw = mix(commentSalt, post.detail(30), index, reply);
  return {
    post,
    index,
    reply,
    pk: commentIds.write(packFields([post.owner, post.ordinal, index, reply], widths)),
    author: audience(draw, 1)[0] as number,
    text: pick(mix(draw, 1), reply === 0 ? vocabulary.comments : vocabulary.replies),
    createdAt: createdSeconds(post, index, reply, draw),
    likeCount: skewed(mix(draw, 3), 1, 400) - 1,
    draw,
  };
}

/** Comments of a ranked thread have random times. All other threads start with their newest comment. */
function createdSeconds(post: Post, index: number, reply: number, draw: number): number {
  const byMerit = post.commentPaging === 'ranked';
  const age = byMerit ? between(mix(draw, 2), 60, monthSeconds) : (post.topLevelComments - index) * 900;
  return post.takenAt + age + reply * 70;
}

export function commentByPk(posts: Posts, pk: bigint): Comment | undefined {
  const payload = commentIds.read(pk);
  if (payload === undefined) return undefined;
  const [owner = 0, ordinal = 0, index = 0, reply = 0] = unpackFields(payload, widths);
  const post = posts.at({ owner, ordinal });
  if (post?.state !== 'visible' || index >= post.topLevelComments) return undefined;
  return reply <= post.replyCount(index) ? commentAt(post, index, reply) : undefined;
}

export const repliesTo = (comment: Comment): Comment[] =>
  Array.from({ length: comment.post.replyCount(comment.index) }, (_, i) =>
    commentAt(comment.post, comment.index, i + 1),
  );
