import type { UpstreamRequest } from '../request';
import { checkReel, checkStory } from '../resource-check';
import { aboutUser } from './users';

/** `{reel: {items} | null}` */
export function userStory(pk: string): UpstreamRequest {
  return {
    name: 'feed.user_story',
    method: 'GET',
    path: `/api/v1/feed/user/${pk}/story/`,
    about: aboutUser(pk),
    resourceCheck: checkStory(pk),
  };
}

/** `{tray: […]}` */
export function highlightsTray(pk: string): UpstreamRequest {
  return {
    name: 'highlights.tray',
    method: 'GET',
    path: `/api/v1/highlights/${pk}/highlights_tray/`,
    about: aboutUser(pk),
  };
}

/** `{reels: {"highlight:<n>": {items}}}`; a reel that does not exist has no key. */
export function reelsMedia(reelId: string): UpstreamRequest {
  return {
    name: 'feed.reels_media',
    method: 'POST',
    path: '/api/v1/feed/reels_media/',
    about: reelId,
    form: { user_ids: JSON.stringify([reelId]), source: 'profile', exclude_media_ids: '[]' },
    resourceCheck: checkReel(reelId),
  };
}
