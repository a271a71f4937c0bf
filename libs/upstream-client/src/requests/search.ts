import type { UpstreamRequest } from '../request';

export interface SearchPage {
  query: string;
  pageToken?: string | undefined;
  rankToken?: string | undefined;
}

/** `{users: […], page_token | next_page_token, rank_token}` */
export function accountSerp(page: SearchPage): UpstreamRequest {
  return {
    name: 'search.account_serp',
    method: 'GET',
    path: '/api/v1/fbsearch/account_serp/',
    about: `search ${page.query}`,
    query: {
      search_surface: 'account_serp',
      timezone_offset: 0,
      query: page.query,
      count: 30,
      page_token: page.pageToken,
      rank_token: page.rankToken,
    },
  };
}

/** `{results: […], page_token, rank_token}` */
export function tagsSearch(page: SearchPage): UpstreamRequest {
  return {
    name: 'search.hashtags',
    method: 'GET',
    path: '/api/v1/tags/search/',
    about: `search ${page.query}`,
    query: {
      search_surface: 'hashtag_search_page',
      q: page.query,
      count: 30,
      timezone_offset: 0,
      page_token: page.pageToken,
      rank_token: page.rankToken,
    },
  };
}

/** `{items: [{track}], page_info: {next_max_id, more_available}}` */
export function musicSearch(
  query: string,
  searchSessionId: string,
  browseSessionId: string,
  cursor: string | undefined,
): UpstreamRequest {
  return {
    name: 'search.audio',
    method: 'GET',
    path: '/api/v1/music/audio_global_search/',
    about: `search ${query}`,
    query: { query, search_session_id: searchSessionId, browse_session_id: browseSessionId, max_id: cursor },
  };
}

/** `{items: [{location, title, subtitle}]}`, a single page. Coordinates are sent exactly as the caller wrote them. */
export function placesSearch(query: string, lat: string | undefined, lng: string | undefined): UpstreamRequest {
  return {
    name: 'search.places',
    method: 'GET',
    path: '/api/v1/fbsearch/places/',
    about: `search ${query}`,
    query: { search_surface: 'places_search_page', timezone_offset: 0, lat, lng, count: 30, query },
  };
}
