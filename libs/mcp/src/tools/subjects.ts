import { operations } from '@loupe/dto';
import { parseNumericPostId, parsePlatformUrl, parsePostId } from '@loupe/media-id';
import { ToolFailure, type ToolRun } from '../tool-run';

// Resolves what agents pass (handles, URLs, ids). Only handles, and post ids that do not
// contain the owner's id, need a call.

/** Digits are an id; `@` in front makes them a handle. */
export function readUser(text: string): { id: string } | { username: string } {
  if (/^\d{1,19}$/.test(text)) return { id: text };
  const url = parsePlatformUrl(text);
  if (url?.kind === 'profile' || url?.kind === 'story') return { username: url.username };
  return { username: text };
}

export async function userIdOf(run: ToolRun, text: string): Promise<string> {
  const user = readUser(text);
  if ('id' in user) return user.id;
  return (await run.request(operations.users.byUsername, user)).pk;
}

/** @returns a pk, composite or shortcode, also from a URL */
export function readPost(text: string): string {
  const url = parsePlatformUrl(text);
  return url?.kind === 'post' ? url.code : text;
}

/** The ids of a post and its owner, which comments and likers need. Requests the post unless its id is a composite. */
export async function postWithOwner(run: ToolRun, text: string): Promise<{ postId: string; ownerId: string }> {
  const post_id = readPost(text);
  const known = parseNumericPostId(post_id) ?? parsePostId(post_id);
  if (known?.ownerId) return { postId: known.pk, ownerId: known.ownerId };
  const post = await run.request(operations.posts.byId, { post_id });
  const ownerId = post?.user?.pk;
  if (typeof ownerId !== 'string') throw new ToolFailure('The post does not name its owner.');
  return { postId: post_id, ownerId };
}
