import { type Answer, html, text } from '../wire/answer';
import type { BadCursorMode, ListQuirk } from '../wire/paging';
import * as refusals from '../wire/refusals';
import * as senders from './senders';

export type Effect =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'transport'; readonly send: senders.Sender }
  | { readonly kind: 'list'; readonly quirk: ListQuirk }
  | { readonly kind: 'cursor'; readonly mode: BadCursorMode }
  | { readonly kind: 'wait' };

export interface Fault {
  readonly name: string;
  /** One line for the README. */
  readonly description: string;
  readonly effect: Effect;
  /** The delay when the rule has none, only for faults that are about delays. */
  readonly defaultDelayMs?: number;
}

const answering = (name: string, answer: Answer, description: string): Fault => ({
  name,
  description,
  effect: { kind: 'answer', answer },
});
const sending = (name: string, send: senders.Sender, description: string, defaultDelayMs?: number): Fault => ({
  name,
  description,
  effect: { kind: 'transport', send },
  ...(defaultDelayMs === undefined ? {} : { defaultDelayMs }),
});
const listing = (quirk: ListQuirk, description: string): Fault => ({
  name: quirk,
  description,
  effect: { kind: 'list', quirk },
});
const readingCursors = (mode: BadCursorMode, description: string): Fault => ({
  name: `bad_cursor_${mode}`,
  description,
  effect: { kind: 'cursor', mode },
});

/** Every fault on demand, in the order of the README's table. */
export const FAULTS: readonly Fault[] = [
  // The connection and the bytes.
  { name: 'delay', description: 'the whole answer comes late', effect: { kind: 'wait' }, defaultDelayMs: 1_000 },
  sending('slow_first_byte', senders.slowFirstByte, 'head at once, body late', 5_000),
  sending('stalled_body', senders.stalledBody, 'half the body, then silence, then the end', 60_000),
  sending('cut_body', senders.cutBody, 'half of the announced length, then the connection is closed'),
  sending('cut_chunked', senders.cutChunked, 'a chunked body without its last chunk'),
  sending('cut_stream', senders.cutStream, 'an orderly end in the middle of a row or document'),
  sending(
    'missing_final_row',
    senders.missingFinalRow,
    'an orderly end before the last row; nothing at all of a single document',
  ),
  sending('truncated_gzip', senders.truncatedGzip, 'half of a gzip stream'),
  sending('reset', senders.reset, 'the connection is reset before any byte'),
  sending('closed', senders.closed, 'the connection is closed before any byte'),
  sending('empty_body', senders.emptyBody, '200 without a body'),
  sending('bad_json', senders.badJson, 'the last closing brace is a comma'),
  sending('not_utf8', senders.notUtf8, 'a byte that is not UTF-8 inside the first key'),
  sending('oversized', senders.oversized, 'a good document after 40 MB of white space'),

  // The session.
  answering('login_required', refusals.LOGIN_REQUIRED, '403 `login_required`: the session is dead'),
  answering('logged_out', refusals.LOGGED_OUT, '400 `user_has_logged_out`'),
  answering('login_redirect', refusals.LOGIN_REDIRECT, '302 to `/accounts/login/`, HTML'),
  answering('challenge', refusals.CHALLENGE, '400 `challenge_required`'),
  answering('suspended', refusals.SUSPENDED, '400 `challenge_required` with `/suspended/` in its URL'),
  answering('checkpoint', refusals.CHECKPOINT, '400 `checkpoint_required`'),
  answering('consent', refusals.CONSENT, '400 `consent_required`'),
  answering('geoblock', refusals.GEOBLOCK, '400 `geoblock_required`'),
  answering('feedback', refusals.FEEDBACK, '400 `feedback_required`, `spam: true`'),
  answering('sentry_block', refusals.SENTRY_BLOCK, '400, `error_type: "sentry_block"`'),
  answering('inactive_user', refusals.INACTIVE_USER, '400, `error_type: "inactive user"` (the session’s own)'),
  answering('useragent_mismatch', refusals.USERAGENT_MISMATCH, '400 `useragent mismatch`'),

  // Too many requests.
  answering('wait_401', refusals.WAIT_401, '401 `Please wait a few minutes…`, `require_login: true`'),
  answering('wait_401_localised', refusals.WAIT_401_LOCALISED, 'the same in other languages'),
  answering('rate_429', refusals.WAIT_429, '429 with the JSON text `Please wait a few minutes…`'),
  answering('rate_429_empty', text(429, ''), '429, empty'),
  answering('rate_429_html', html(429, 'Page Not Available'), '429, HTML'),
  answering('rate_limit_error', refusals.RATE_LIMIT_ERROR, '400, `error_type: "rate_limit_error"`'),

  // The platform itself.
  answering('not_found_text', refusals.NOT_FOUND_TEXT, '404, the plain text `Not Found`: a masked challenge'),
  answering('html_200', refusals.HTML_200, '200, an HTML page instead of JSON'),
  answering('xssi', refusals.XSSI, '200, `for (;;);{…}`'),
  answering('status_fail', refusals.STATUS_FAIL, '200, `status: "fail"`'),
  answering('form_errors', refusals.FORM_ERRORS, '400 whose `message` is an object, not a string'),
  answering('counter_error', refusals.COUNTER_ERROR, '400 `counter get error`'),
  answering('graphql_errors', refusals.GRAPHQL_ERRORS, '200, `errors[]` without `data`'),
  answering('graphql_null_data', refusals.GRAPHQL_NULL_DATA, '200, `errors[]` and `data: null`'),
  answering('graphql_no_data', refusals.GRAPHQL_NO_DATA, '200, neither `data` nor `errors`'),
  answering('graphql_bad_document', refusals.GRAPHQL_BAD_DOCUMENT, '400: the document id was retired'),
  answering('http_408', text(408, ''), '408, empty'),
  answering('http_431', text(431, ''), '431, empty'),
  answering('http_500', html(500, 'Oops, an error occurred.'), '500, HTML'),
  answering('http_502', html(502, '502 Bad Gateway'), '502, HTML'),
  answering('http_503', html(503, '503 Service Unavailable'), '503, HTML'),
  answering('http_504', html(504, '504 Gateway Timeout'), '504, HTML'),
  answering('http_560', text(560, ''), '560, empty'),
  answering('http_572', text(572, ''), '572, empty'),

  // The thing asked for.
  answering('user_not_found_404', refusals.USER_NOT_FOUND, '404 `user_not_found`'),
  answering('user_not_found_400', refusals.USER_INFO_ERROR, '400 `Error generating user info response`'),
  answering('unable_to_fetch_400', refusals.UNABLE_TO_FETCH, '400 `Sorry, unable to fetch followers`'),
  answering('invalid_target', refusals.INVALID_TARGET, '400 `Invalid target user`'),
  answering('private_400', refusals.NOT_AUTHORIZED, '400 `Not authorized to view user`'),
  answering('media_unavailable_400', refusals.MEDIA_UNAVAILABLE, '400 `Media not found or unavailable`'),
  answering('photo_deleted_400', refusals.PHOTO_DELETED, '400 `Sorry, this photo has been deleted.`'),
  answering('media_not_found_404', refusals.MEDIA_NOT_FOUND, '404 `Media not found`'),

  // Lists and their cursors.
  listing('private_empty', '200 with an empty list and no cursor: the quiet kind of private'),
  listing('empty_page_with_cursor', 'no items, yet a cursor to the next page'),
  listing('same_cursor', 'the cursor that was asked with comes back'),
  listing('has_more_without_cursor', '“more” is true, the cursor is missing'),
  listing('cursor_without_has_more', 'a cursor, and nothing about “more”'),
  listing('duplicate_items', 'items of the page before, and one of this page twice'),
  readingCursors('page_one', 'unreadable cursors lead to page one (as they do without any fault)'),
  readingCursors('empty', 'unreadable cursors lead to an empty page'),
  readingCursors('error', 'unreadable cursors are refused with 400'),
];

const byName = new Map(FAULTS.map((fault) => [fault.name, fault]));

export const faultNamed = (name: string): Fault | undefined => byName.get(name);
