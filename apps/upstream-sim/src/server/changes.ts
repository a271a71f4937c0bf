import { type Answer, json } from '../wire/answer';
import type { Changes } from '../world/changes';
import { userIndexOf } from '../world/population';
import type { Post } from '../world/post';
import type { World } from '../world/world';

const maxPostsAtOnce = 100;
const formats = ['photo', 'carousel', 'reel'] as const;
const refused = (error: string): Answer => json({ error }, 400);

/** `POST /_sim/posts`: an account publishes posts at the simulator's present time. */
export function publishPosts(world: World, nowMs: number, body: unknown): Answer {
  const { user_id, count = 1, format = 'photo', caption = 'Just now' } = (body ?? {}) as Record<string, unknown>;
  const owner = userIndexOf(Number(user_id));
  const isFormat = formats.some((known) => known === format);
  if (owner === undefined || !isFormat || !(Number(count) >= 1 && Number(count) <= maxPostsAtOnce))
    return refused(`user_id must exist, count be 1 to ${maxPostsAtOnce}, and format one of ${formats.join(', ')}`);
  const traits = { format: format as Post['format'], caption: caption as string | null, topLevelComments: 0 };
  const posts = Array.from({ length: Number(count) }, () => world.posts.publish(owner, nowMs, traits));
  const made = posts.flatMap((post) => (post ? [{ pk: String(post.pk), id: post.compositeId, code: post.code }] : []));
  return made.length < posts.length ? refused('An account has at most 1,024 posts') : json({ posts: made }, 201);
}

/** `POST /_sim/changes`: changes members of an account or post, pins a post, deletes a post or comment, and back. */
export function changeObject({ changes }: World, body: unknown): Answer {
  const { id, ...change } = (body ?? {}) as Record<string, unknown>;
  if (!/^\d{1,19}$/.test(String(id))) return refused('id must be the id of an account, a post or a comment');
  changes.change(String(id), change as Parameters<Changes['change']>[1]);
  return json({ status: 'ok' });
}
