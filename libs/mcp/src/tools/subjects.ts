import { operations } from '@loupe/dto';
import { parseNumericPostId, parsePlatformUrl, parsePostId } from '@loupe/media-id';
import { ToolFailure, type ToolRun } from '../tool-run';

// What agents name things by: handles, addresses, ids. Everything but a handle and a bare post is read here, for nothing.

/** A numeric id stays it; @ before digits makes them a handle. */
export function readUser(text: string): { id: string } | { username: string } {
  if (/^\d{1,19}$/.test(text)) return { id: text };
  const url = parsePlatformUrl(text);
  if (url?.kind === 'profile' || url?.kind === 'story') return { username: url.username };
  return { username: text };
}

/** The id that every operation but one wants. A handle has to be looked up. */
export async function userIdOf(run: ToolRun, text: string): Promise<string> {
  const user = readUser(text);
  if ('id' in user) return user.id;
  return (await run.ask(operations.users.byUsername, user)).pk;
}

/** pk, composite or shortcode, out of an address too. */
export function readPost(text: string): string {
  const url = parsePlatformUrl(text);
  return url?.kind === 'post' ? url.code : text;
}

/** A post with its owner, whom its comments and likers are asked with; looked up unless the id is a composite. */
export async function postWithOwner(run: ToolRun, text: string): Promise<{ postId: string; ownerId: string }> {
  const post_id = readPost(text);
  const known = parseNumericPostId(post_id) ?? parsePostId(post_id);
  if (known?.ownerId) return { postId: known.pk, ownerId: known.ownerId };
  const post = await run.ask(operations.posts.byId, { post_id });
  const ownerId = post?.user?.pk;
  if (typeof ownerId !== 'string') throw new ToolFailure('The post does not say whose it is.');
  return { postId: post_id, ownerId };
}
