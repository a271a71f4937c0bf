import type { UpstreamRequest } from '../request';
import { checkMedia } from '../resource-check';

const aboutMedia = (pk: string) => `media ${pk}`;

/** `{items: [media]}` */
export function mediaInfo(pk: string): UpstreamRequest {
  return {
    name: 'media.info',
    method: 'GET',
    path: `/api/v1/media/${pk}/info/`,
    about: aboutMedia(pk),
    resourceCheck: checkMedia(pk),
  };
}

export interface CommentsPage {
  minId?: string | undefined;
  maxId?: string | undefined;
  carouselMediaId?: string | undefined;
  carouselIndex?: number | undefined;
}

/** `{comments: […], next_min_id, has_more_headload_comments, …}` */
export function mediaComments(pk: string, ownerId: string, page: CommentsPage): UpstreamRequest {
  return {
    name: 'media.comments',
    method: 'GET',
    path: `/api/v1/media/${pk}_${ownerId}/comments/`,
    about: aboutMedia(pk),
    query: {
      can_support_threading: true,
      permalink_enabled: false,
      min_id: page.minId,
      max_id: page.maxId,
      carousel_media_id: page.carouselMediaId,
      carousel_index: page.carouselIndex,
    },
  };
}

/** `{users: […]}`, a single page. */
export function mediaLikers(pk: string, ownerId: string): UpstreamRequest {
  return {
    name: 'media.likers',
    method: 'GET',
    path: `/api/v1/media/${pk}_${ownerId}/likers/`,
    about: aboutMedia(pk),
  };
}

/** `{child_comments: […], next_min_child_cursor | next_max_child_cursor}` */
export function commentReplies(
  mediaPk: string,
  commentId: string,
  cursor: { minId?: string; maxId?: string },
): UpstreamRequest {
  return {
    name: 'media.inline_child_comments',
    method: 'GET',
    path: `/api/v1/media/${mediaPk}/comments/${commentId}/inline_child_comments/`,
    about: aboutMedia(mediaPk),
    query: { min_id: cursor.minId, max_id: cursor.maxId },
  };
}

/** `{users: […]}`. The path segment after `media` is the comment's id. */
export function commentLikers(commentId: string): UpstreamRequest {
  return {
    name: 'media.comment_likers',
    method: 'GET',
    path: `/api/v1/media/${commentId}/comment_likers/`,
    about: `comment ${commentId}`,
  };
}

/** An oEmbed object. @param url the post's URL @param pk identifies the post to the breaker */
export function oembed(url: string, pk: string): UpstreamRequest {
  return {
    name: 'oembed',
    method: 'GET',
    path: '/api/v1/oembed/',
    about: aboutMedia(pk),
    query: { url },
    absences: ['404 No Media Match', '400 No URL Match'],
  };
}
