// Generated from the table of operations by `npm run generate`. Do not edit.

export const operations = {
  users: {
    byUsername: ['username/{username}'],
    byId: ['{user_id}'],
    followers: ['{user_id}/followers', 'envelope'],
    following: ['{user_id}/following', 'envelope'],
    posts: ['{user_id}/posts', 'grid'],
    reels: ['{user_id}/reels', 'envelope'],
    tagged: ['{user_id}/tagged', 'envelope'],
    reposts: ['{user_id}/reposts', 'envelope'],
    stories: ['{user_id}/stories', 'envelope'],
    highlights: ['{user_id}/highlights', 'envelope'],
    about: ['{user_id}/about'],
  },
  posts: {
    byId: ['{post_id}'],
    comments: ['{post_id}/comments', 'comments'],
    likers: ['{post_id}/likers', 'envelope'],
  },
  comments: {
    replies: ['{comment_id}/replies', 'envelope'],
    likers: ['{comment_id}/likers', 'envelope'],
  },
  search: {
    users: ['users?query', 'envelope', 'search_session_id', 'serp_session_id'],
    hashtags: ['hashtags?query', 'envelope', 'search_session_id', 'serp_session_id'],
    audio: ['audio?query', 'envelope', 'search_session_id', 'serp_session_id', 'browse_session_id'],
    top: ['top?query', 'envelope', 'search_session_id', 'serp_session_id'],
    places: ['places?query', 'envelope'],
  },
  hashtags: {
    byName: ['{name}'],
    top: ['{name}/top', 'envelope'],
    recent: ['{name}/recent', 'envelope'],
    reels: ['{name}/reels', 'envelope'],
  },
  locations: {
    byId: ['{location_id}'],
    top: ['{location_id}/top', 'envelope'],
    recent: ['{location_id}/recent', 'envelope'],
  },
  highlights: {
    byId: ['{highlight_id}', 'envelope'],
  },
  stories: {
    byReel: ['{reel_id}', 'envelope'],
  },
  audio: {
    trending: ['trending', 'envelope'],
    byId: ['{audio_id}'],
    medias: ['{audio_id}/medias', 'envelope'],
  },
  resolve: {
    media: ['media'],
  },
  oembed: {
    byUrl: ['?url'],
  },
  system: {
    health: ['health'],
    balance: ['balance'],
    price: ['price'],
  },
  monitors: {
    events: ['{monitor_id}/events', 'envelope'],
  },
} as const;

/** What `fault` can simulate. */
export type FaultName =
  | 'delay'
  | 'slow_first_byte'
  | 'timeout'
  | 'stalled_body'
  | 'cut_body'
  | 'cut_chunked'
  | 'cut_stream'
  | 'missing_final_row'
  | 'truncated_gzip'
  | 'zstd'
  | 'identity'
  | 'reset'
  | 'closed'
  | 'empty_body'
  | 'bad_json'
  | 'not_utf8'
  | 'oversized'
  | 'wrapped_in_data'
  | 'wrapped_in_location'
  | 'login_required'
  | 'logged_out'
  | 'login_redirect'
  | 'challenge'
  | 'suspended'
  | 'checkpoint'
  | 'consent'
  | 'geoblock'
  | 'age_gate'
  | 'restricted_profile'
  | 'no_media_match'
  | 'feedback'
  | 'sentry_block'
  | 'inactive_user'
  | 'useragent_mismatch'
  | 'wait_401'
  | 'wait_401_localised'
  | 'rate_429'
  | 'rate_429_empty'
  | 'rate_429_html'
  | 'wait_400_localised'
  | 'rate_limit_error'
  | 'not_found_text'
  | 'login_404'
  | 'html_200'
  | 'xssi'
  | 'status_fail'
  | 'form_errors'
  | 'counter_error'
  | 'graphql_errors'
  | 'graphql_null_data'
  | 'graphql_no_data'
  | 'graphql_bad_document'
  | 'http_408'
  | 'http_431'
  | 'http_500'
  | 'http_502'
  | 'http_503'
  | 'http_504'
  | 'http_560'
  | 'http_572'
  | 'user_not_found_404'
  | 'user_not_found_400'
  | 'unable_to_fetch_400'
  | 'invalid_target'
  | 'private_400'
  | 'private_400_localised'
  | 'media_unavailable_400'
  | 'photo_deleted_400'
  | 'media_is_unavailable_400'
  | 'media_deleted_400'
  | 'media_deleted_400_localised'
  | 'media_not_available_400'
  | 'media_no_longer_available_400'
  | 'media_not_found_404'
  | 'page_not_found'
  | 'private_empty'
  | 'empty_page_with_cursor'
  | 'same_cursor'
  | 'has_more_without_cursor'
  | 'cursor_without_has_more'
  | 'duplicate_items'
  | 'no_reel'
  | 'null_items'
  | 'bad_cursor_page_one'
  | 'bad_cursor_empty'
  | 'bad_cursor_error';
