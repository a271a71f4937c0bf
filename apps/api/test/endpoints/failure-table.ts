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

/** Faults that leave no usable response, so that the caller pays nothing. */
const unusable = [
  ...['timeout', 'stalled_body', 'cut_body', 'cut_chunked', 'cut_stream', 'missing_final_row'],
  ...['truncated_gzip', 'reset', 'closed', 'empty_body', 'bad_json', 'not_utf8', 'oversized'],
  ...['login_required', 'logged_out', 'login_redirect', 'challenge', 'suspended', 'checkpoint', 'consent'],
  ...['no_media_match', 'feedback', 'sentry_block', 'inactive_user', 'useragent_mismatch', 'wait_401'],
  ...['wait_401_localised', 'wait_400_localised', 'rate_429', 'rate_429_empty', 'rate_429_html'],
  ...['rate_limit_error', 'not_found_text', 'login_404', 'html_200', 'xssi', 'status_fail', 'form_errors'],
  ...['counter_error', 'graphql_errors', 'graphql_null_data', 'graphql_no_data', 'graphql_bad_document'],
  ...['http_408', 'http_431', 'http_500', 'http_502', 'http_503', 'http_504', 'http_560', 'http_572'],
  ...['private_400_localised', 'media_deleted_400_localised', 'wrapped_in_location'],
];
/** Faults that the response survives. */
const harmless = [
  ...['delay', 'slow_first_byte', 'identity', 'empty_page_with_cursor', 'same_cursor'],
  ...['has_more_without_cursor', 'cursor_without_has_more', 'duplicate_items', 'no_reel', 'null_items'],
  ...['bad_cursor_page_one', 'bad_cursor_empty', 'bad_cursor_error'],
];
const all = (faults: readonly string[], expected: Row) => Object.fromEntries(faults.map((fault) => [fault, expected]));

/** The expected results, by the simulator's name of the fault. */
export const failureTable: Readonly<Record<string, Row>> = {
  ...all(unusable, 502),
  ...all(harmless, 200),
  zstd: 'zstdDecompress' in zlib ? 200 : 502,
  geoblock: 'gated',
  age_gate: 'gated',
  restricted_profile: privateOwner,
  user_not_found_404: missingUser,
  user_not_found_400: missingUser,
  unable_to_fetch_400: missingUser,
  invalid_target: missingUser,
  private_400: privateOwner,
  media_unavailable_400: missingPost,
  photo_deleted_400: missingPost,
  media_is_unavailable_400: missingPost,
  media_deleted_400: missingPost,
  media_not_available_400: missingPost,
  media_no_longer_available_400: missingPost,
  media_not_found_404: missingPost,
  page_not_found: missingPost,
  // Some upstream hosts send profiles this way.
  wrapped_in_data: { all: 502, object: 200 },
  private_empty: { all: 200, media: 'not_found' },
};

export function expectedOf(fault: string, kind: Kind): Expected {
  const row = failureTable[fault]!;
  return typeof row === 'object' ? (row[kind] ?? row.all) : row;
}

/** An oversized body has 40 MB. Two kinds suffice for it, because the same code reads all bodies. */
export function kindsFor(fault: string): readonly Kind[] {
  return fault === 'oversized' ? ['object', 'GraphQL stream'] : kindNames;
}
