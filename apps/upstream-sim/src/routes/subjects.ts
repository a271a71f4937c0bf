import { invalidMediaId, refusal } from '../wire/refusals';
import { type Comment, commentByPk } from '../world/comments';
import { Post } from '../world/post';
import type { Story } from '../world/stories';
import type { User } from '../world/users';
import type { World } from '../world/world';

const id = /^\d{1,19}$/;
const mediaIdPattern = /^(\d{1,19})(?:_\d{1,19})?$/;

/** @throws {Refusal} for malformed ids and for unknown, deleted and banned accounts, as the platform does */
export function existingUser(world: World, pk: string): User {
  if (!id.test(pk)) throw refusal('invalid_target');
  const user = world.userByPk(Number(pk));
  if (!user || user.status === 'deleted') throw refusal('user_not_found_404');
  if (user.status === 'banned') throw refusal('user_not_found_400');
  return user;
}

/** Like {@link existingUser}, but also refuses private accounts. Quietly private accounts have empty lists instead. */
export function viewableUser(world: World, pk: string): User {
  const user = existingUser(world, pk);
  if (user.privacy === 'private') throw refusal('private_400');
  return user;
}

export const isQuiet = (user: User): boolean => user.privacy === 'quietly-private';

/** @returns `undefined` for a missing or malformed id, and for unknown, deleted and banned accounts */
export function namedUser(world: World, pk: string | undefined): User | undefined {
  const user = pk !== undefined && id.test(pk) ? world.userByPk(Number(pk)) : undefined;
  return user?.status === 'active' ? user : undefined;
}

function pkOf(mediaId: string): bigint {
  const pk = mediaIdPattern.exec(mediaId)?.[1];
  if (pk === undefined) throw invalidMediaId(mediaId);
  return BigInt(pk);
}

/** Finds a post or story by `<pk>` or `<pk>_<owner>`. The owner is ignored. */
export function existingMedia(world: World, mediaId: string): Post | Story {
  const pk = pkOf(mediaId);
  const found = world.posts.byPk(pk)?.post ?? world.stories.byPk(pk);
  if (!found) throw refusal('media_unavailable_400');
  if (found instanceof Post && found.state === 'gone') throw refusal('media_unavailable_400');
  if (found instanceof Post && found.state === 'gone-404') throw refusal('media_not_found_404');
  if (world.userAt(found.owner).privacy === 'private') throw refusal('private_400');
  return found;
}

/** Like {@link existingMedia}, but refuses stories, which have no comments, likers or embeds. */
export function existingPost(world: World, mediaId: string): Post {
  const found = existingMedia(world, mediaId);
  if (!(found instanceof Post)) throw refusal('media_unavailable_400');
  return found;
}

export function existingComment(world: World, commentId: string): Comment {
  // Parsed as a media id, because the path of comment likers has the comment id in the place of a media id.
  const comment = commentByPk(world.posts, pkOf(commentId));
  if (!comment || world.changes.isDeleted(comment.pk)) throw refusal('comment_not_found');
  if (world.userAt(comment.post.owner).privacy === 'private') throw refusal('private_400');
  return comment;
}

export const isHidden = (world: World, media: Post | Story): boolean =>
  (media instanceof Post && media.state === 'gone-quietly') || world.userAt(media.owner).privacy === 'quietly-private';
