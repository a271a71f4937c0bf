import * as zlib from 'node:zlib';
import type { ProblemCode } from '@loupe/dto';
import { browseSession, known, knownPlaces, knownPosts, searchSession } from './known';

/** One request for each kind of response. */
export const kinds = {
  object: `/users/${known.marta}`,
  'two steps': '/users/username/marta.trails',
  list: `/users/${known.marta}/followers`,
  'wrapped list': `/users/${known.marta}/reels`,
  'GraphQL list': `/users/${known.marta}/reposts`,
  'GraphQL stream': `/users/${known.marta}/posts`,
  'story reel': `/users/${known.storyTeller}/stories`,
  panel: `/users/${known.marta}/about`,
  media: `/posts/${knownPosts.photo.pk}`,
  'comment stream': `/posts/${knownPosts.hugeThread}/comments?user_id=${known.showcase}`,
  sections: `/locations/${knownPlaces.venue}/top`,
  search: `/search/audio?query=low&${searchSession}&${browseSession}`,
} as const;
export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as Kind[];
export const doublePriced: readonly Kind[] = ['two steps', 'story reel'];

/** `gated`: a 502 that is not worth a retry. */
export type Expected = 200 | 502 | 'gated' | ProblemCode;
export const statuses: Partial<Record<ProblemCode, number>> = {
  private_account: 403,
  not_found: 404,
  profile_not_found: 404,
};

/** The result of a fault, the same for all kinds except the named ones. */
type Row = Expected | (Partial<Record<Kind, Expected>> & { all: Expected });

const missingUser: Row = { all: 'profile_not_found', sections: 'not_found', search: 502 };
const missingPost: Row = { ...missingUser, media: 'not_found', 'comment stream': 'not_found' };
const privateOwner: Row = { all: 'private_account', sections: 502, search: 502 };

/** The expected results, by the simulator's name of the fault. */
export const failureTable: Readonly<Record<string, Row>> = {
  delay: 200,
  slow_first_byte: 200,
  timeout: 502,
  stalled_body: 502,
  cut_body: 502,
  cut_chunked: 502,
  cut_stream: 502,
  missing_final_row: 502,
  truncated_gzip: 502,
  zstd: 'zstdDecompress' in zlib ? 200 : 502,
  identity: 200,
  reset: 502,
  closed: 502,
  empty_body: 502,
  bad_json: 502,
  not_utf8: 502,
  oversized: 502,
  login_required: 502,
  logged_out: 502,
  login_redirect: 502,
  challenge: 502,
  suspended: 502,
  checkpoint: 502,
  consent: 502,
  geoblock: 'gated',
  age_gate: 'gated',
  restricted_profile: privateOwner,
  no_media_match: 502,
  feedback: 502,
  sentry_block: 502,
  inactive_user: 502,
  useragent_mismatch: 502,
  wait_401: 502,
  wait_401_localised: 502,
  wait_400_localised: 502,
  rate_429: 502,
  rate_429_empty: 502,
  rate_429_html: 502,
  rate_limit_error: 502,
  not_found_text: 502,
  login_404: 502,
  html_200: 502,
  xssi: 502,
  status_fail: 502,
  form_errors: 502,
  counter_error: 502,
  graphql_errors: 502,
  graphql_null_data: 502,
  graphql_no_data: 502,
  graphql_bad_document: 502,
  http_408: 502,
  http_431: 502,
  http_500: 502,
  http_502: 502,
  http_503: 502,
  http_504: 502,
  http_560: 502,
  http_572: 502,
  user_not_found_404: missingUser,
  user_not_found_400: missingUser,
  unable_to_fetch_400: missingUser,
  invalid_target: missingUser,
  private_400: privateOwner,
  private_400_localised: 502,
  media_unavailable_400: missingPost,
  photo_deleted_400: missingPost,
  media_is_unavailable_400: missingPost,
  media_deleted_400: missingPost,
  media_deleted_400_localised: 502,
  media_not_available_400: missingPost,
  media_no_longer_available_400: missingPost,
  media_not_found_404: missingPost,
  page_not_found: missingPost,
  // Some upstream hosts send profiles this way.
  wrapped_in_data: { all: 502, object: 200 },
  wrapped_in_location: 502,
  private_empty: { all: 200, media: 'not_found' },
  empty_page_with_cursor: 200,
  same_cursor: 200,
  has_more_without_cursor: 200,
  cursor_without_has_more: 200,
  duplicate_items: 200,
  no_reel: 200,
  null_items: 200,
  bad_cursor_page_one: 200,
  bad_cursor_empty: 200,
  bad_cursor_error: 200,
};

export function expectedOf(fault: string, kind: Kind): Expected {
  const row = failureTable[fault]!;
  return typeof row === 'object' ? (row[kind] ?? row.all) : row;
}

/** An oversized body has 40 MB. Two kinds suffice for it, because the same code reads all bodies. */
export function kindsFor(fault: string): readonly Kind[] {
  return fault === 'oversized' ? ['object', 'GraphQL stream'] : kindNames;
}
