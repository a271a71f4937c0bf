import { type Answer, json } from '../wire/answer';
import { OFFSET_CURSOR } from '../wire/cursors';
import { media } from '../wire/media';
import { pageOf } from '../wire/paging';
import { storyItem } from '../wire/stories';
import { compactUser } from '../wire/users';
import { audience } from '../world/audience';
import { Post } from '../world/post';
import { existingComment, existingMedia, existingPost, isHidden } from './media-subjects';
import { type Call, type Operation, param } from './operation';

/** What is shown of the people who liked something, however many they are. */
const MAX_LIKERS = 100;

function info(call: Call): Answer {
  const { view } = call;
  const found = existingMedia(view.world, param(call, 'media_id'));
  const item = found instanceof Post ? media(view, found) : storyItem(view, found);
  const items = isHidden(view.world, found) || call.treatment.quirk === 'private_empty' ? [] : [item];
  return json({ items, num_results: items.length, more_available: false, auto_load_more_enabled: false, status: 'ok' });
}

function likersAnswer(call: Call, draw: number, count: number): Answer {
  const shown = audience(draw, Math.min(count, MAX_LIKERS));
  const page = pageOf(shown, { cursor: null, size: MAX_LIKERS, kind: OFFSET_CURSOR, treatment: call.treatment });
  const users = page.items.map((index) => ({
    ...compactUser(call.view, call.view.world.userAt(index)),
    fbid_v2: undefined,
    third_party_downloads_enabled: undefined,
    is_favorite: undefined,
    account_badges: undefined,
    is_new: false,
  }));
  return json({
    users,
    user_count: count,
    follow_ranking_token: draw % 2 ? `${draw.toString(16)}|osr` : undefined,
    status: 'ok',
  });
}

/** At most 100 of them, with the true total; nobody at all when the owner hides likes. */
function likers(call: Call): Answer {
  const post = existingPost(call.view.world, param(call, 'media_id'));
  const isShown = !post.hidesLikes && !isHidden(call.view.world, post);
  return likersAnswer(call, post.detail(31), isShown ? post.likeCount : 0);
}

function commentLikers(call: Call): Answer {
  const comment = existingComment(call.view.world, param(call, 'comment_id'));
  return likersAnswer(call, comment.draw, comment.likeCount);
}

export const MEDIA_OPERATIONS: readonly Operation[] = [
  { name: 'media.info', method: 'GET', path: '/api/v1/media/{media_id}/info/', answer: info },
  { name: 'media.likers', method: 'GET', path: '/api/v1/media/{media_id}/likers/', answer: likers },
  {
    name: 'media.comment_likers',
    method: 'GET',
    path: '/api/v1/media/{comment_id}/comment_likers/',
    answer: commentLikers,
  },
];
