import { Refusal } from '../wire/answer';
import {
  COMMENT_NOT_FOUND,
  INVALID_MEDIA_ID,
  MEDIA_NOT_FOUND,
  MEDIA_UNAVAILABLE,
  NOT_AUTHORIZED,
} from '../wire/refusals';
import { type Comment, commentByPk } from '../world/comments';
import { Post } from '../world/post';
import type { Story } from '../world/stories';
import type { World } from '../world/world';

const MEDIA_ID = /^(\d{1,19})(?:_\d{1,19})?$/;

function pkOf(mediaId: string): bigint {
  const pk = MEDIA_ID.exec(mediaId)?.[1];
  if (pk === undefined) throw new Refusal(INVALID_MEDIA_ID(mediaId));
  return BigInt(pk);
}

/** The post or story that a path names by `<pk>` or `<pk>_<owner>`; the owner half is not looked at. */
export function existingMedia(world: World, mediaId: string): Post | Story {
  const pk = pkOf(mediaId);
  const found = world.posts.byPk(pk)?.post ?? world.stories.byPk(pk);
  if (!found) throw new Refusal(MEDIA_UNAVAILABLE);
  if (found instanceof Post && found.state === 'gone') throw new Refusal(MEDIA_UNAVAILABLE);
  if (found instanceof Post && found.state === 'gone-404') throw new Refusal(MEDIA_NOT_FOUND);
  if (world.userAt(found.owner).privacy === 'private') throw new Refusal(NOT_AUTHORIZED);
  return found;
}

/** The post whose comments or likers are asked for; a story has neither. */
export function existingPost(world: World, mediaId: string): Post {
  const found = existingMedia(world, mediaId);
  if (!(found instanceof Post)) throw new Refusal(MEDIA_UNAVAILABLE);
  return found;
}

/** The comment below a post that a path names. */
export function existingComment(world: World, commentId: string): Comment {
  const comment = /^\d{1,19}$/.test(commentId) ? commentByPk(world.posts, BigInt(commentId)) : undefined;
  if (!comment) throw new Refusal(COMMENT_NOT_FOUND);
  if (world.userAt(comment.post.owner).privacy === 'private') throw new Refusal(NOT_AUTHORIZED);
  return comment;
}

/** Whether nothing is to be seen of the post although nobody says so. */
export const isHidden = (world: World, media: Post | Story): boolean =>
  (media instanceof Post && media.state === 'gone-quietly') || world.userAt(media.owner).privacy === 'quietly-private';
