import { parsePlatformUrl } from '@loupe/media-id';
import { type Answer, json } from '../wire/answer';
import { offsetCursor } from '../wire/cursors';
import type { JsonObject } from '../wire/json';
import { media } from '../wire/media';
import { refusal } from '../wire/refusals';
import { isSparse } from '../wire/sparse';
import { storyItem } from '../wire/stories';
import { compactUser } from '../wire/users';
import type { View } from '../wire/view';
import { audience } from '../world/population';
import { Post } from '../world/post';
import { daySeconds, type Story } from '../world/stories';
import { type Call, get, type Operation, pageFor, param } from './operation';
import { existingComment, existingMedia, existingPost, isHidden } from './subjects';

const maxLikers = 100;
const thumbnailWidth = 640;

function mediaInfo(call: Call): Answer {
  const { view } = call;
  const found = existingMedia(view.world, param(call, 'media_id'));
  if (!(found instanceof Post) && isOver(view, found)) throw refusal('media_unavailable_400');
  const item = found instanceof Post ? media(view, found) : storyItem(view, found);
  const items = isHidden(view.world, found) || call.treatment.quirk === 'private_empty' ? [] : [item];
  return json({ items, num_results: items.length, more_available: false, auto_load_more_enabled: false, status: 'ok' });
}

/** Whether a story is older than a day, and in no highlight. */
function isOver({ world: { stories }, nowSeconds }: View, { owner, pk, takenAt }: Story): boolean {
  const highlights = Array.from({ length: stories.highlightCount(owner) }, (_, i) => stories.highlightAt(owner, i)!);
  return (
    takenAt <= nowSeconds - daySeconds &&
    !highlights.some((one) => stories.itemsOf(one).some((story) => story.pk === pk))
  );
}

function likersAnswer(call: Call, draw: number, count: number, without: JsonObject = {}): Answer {
  const shown = audience(draw, Math.min(count, maxLikers));
  const page = pageFor(call, shown, { cursor: null, size: maxLikers, kind: offsetCursor });
  const users = page.items.map((index) => ({
    ...compactUser(call.view, call.view.world.userAt(index)),
    third_party_downloads_enabled: undefined,
    is_favorite: undefined,
    is_new: false,
    ...without,
  }));
  return json({
    users,
    user_count: count,
    follow_ranking_token: draw % 2 ? `${draw.toString(16)}|osr` : undefined,
    status: 'ok',
  });
}

function likers(call: Call): Answer {
  const post = existingPost(call.view.world, param(call, 'media_id'));
  const isShown = !post.hidesLikes && !isHidden(call.view.world, post);
  const without = isSparse(call.view.world.userAt(post.owner)) ? { account_badges: undefined } : {};
  return likersAnswer(call, post.detail(31), isShown ? post.likeCount : 0, without);
}

function commentLikers(call: Call): Answer {
  const comment = existingComment(call.view.world, param(call, 'comment_id'));
  return likersAnswer(call, comment.draw, comment.likeCount);
}

/** Only posts can be embedded. `author_id` is a number; `title` is the full caption. */
function oembed(call: Call): Answer {
  const { view, query } = call;
  const target = parsePlatformUrl(query.get('url') ?? '');
  if (target?.kind !== 'post') throw refusal('media_not_found_404');
  const post = existingPost(view.world, target.pk);
  if (isHidden(view.world, post)) throw refusal('media_not_found_404');
  const owner = view.world.userAt(post.owner);
  const height = Math.round((post.height * thumbnailWidth) / post.width);
  const address = `https://www.instagram.com/p/${post.code}/`;
  return json({
    version: '1.0',
    title: post.caption ?? '',
    author_name: owner.username,
    author_url: `https://www.instagram.com/${owner.username}`,
    author_id: owner.pk,
    media_id: post.compositeId,
    provider_name: 'Instagram',
    provider_url: 'https://www.instagram.com',
    type: 'rich',
    width: 658,
    height: null,
    html: `<blockquote class="instagram-media" data-instgrm-permalink="${address}"><a href="${address}">A post</a></blockquote>`,
    thumbnail_url: view.links.picture('media', post.pk, thumbnailWidth, height),
    thumbnail_width: thumbnailWidth,
    thumbnail_height: height,
    can_view: true,
  });
}

export const mediaOperations: readonly Operation[] = [
  get('media.info', 'media/{media_id}/info', mediaInfo),
  get('media.likers', 'media/{media_id}/likers', likers),
  get('media.comment_likers', 'media/{comment_id}/comment_likers', commentLikers),
  get('oembed', 'oembed', oembed),
];
