import type { UpstreamRequest } from '../request';
import { checkUser } from '../resource-check';

export const aboutUser = (pk: string) => `user ${pk}`;

/** Users whose handle resembles `query`, newline-delimited. */
export function typeahead(query: string): UpstreamRequest {
  return {
    name: 'search.typeahead',
    method: 'GET',
    path: '/api/v1/fbsearch/typeahead_stream/',
    about: `search ${query}`,
    query: { search_surface: 'typeahead_search_page', timezone_offset: 0, query, context: 'blended', count: 30 },
  };
}

/** `{user: {…}}` */
export function userInfo(pk: string): UpstreamRequest {
  return {
    name: 'users.info',
    method: 'GET',
    path: `/api/v1/users/${pk}/info/`,
    about: aboutUser(pk),
    query: { is_prefetch: false, entry_point: 'profile' },
    resourceCheck: checkUser(pk),
  };
}

/** A rendered panel; its texts are found by walking its tree. */
export function aboutThisAccount(pk: string): UpstreamRequest {
  return {
    name: 'users.about',
    method: 'POST',
    path: '/api/v1/bloks/apps/com.instagram.interactions.about_this_account/',
    about: aboutUser(pk),
    form: { target_user_id: pk, referer_type: 'ProfileMore' },
  };
}

/** `{users: […], next_max_id}` */
export function friendships(list: 'followers' | 'following', pk: string, maxId: string | undefined): UpstreamRequest {
  return {
    name: `friendships.${list}`,
    method: 'GET',
    path: `/api/v1/friendships/${pk}/${list}/`,
    about: aboutUser(pk),
    query: { count: 25, search_surface: 'follow_list_page', query: '', enable_groups: true, max_id: maxId },
  };
}

/** `{items: [{media}], paging_info}` */
export function userClips(pk: string, maxId: string | undefined, sortByViews: boolean): UpstreamRequest {
  return {
    name: 'clips.user',
    method: 'POST',
    path: '/api/v1/clips/user/',
    about: aboutUser(pk),
    form: {
      target_user_id: pk,
      page_size: 12,
      include_feed_video: true,
      max_id: maxId,
      sort_by_views: sortByViews ? true : undefined,
    },
  };
}

/** `{items: […], next_max_id: <number>}` */
export function userTags(pk: string, maxId: string | undefined): UpstreamRequest {
  return {
    name: 'usertags.feed',
    method: 'GET',
    path: `/api/v1/usertags/${pk}/feed/`,
    about: aboutUser(pk),
    query: { count: 20, max_id: maxId },
  };
}
