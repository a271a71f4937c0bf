import { type Answer, html, json, text } from './answer';
import type { JsonObject } from './json';

/* The platform's error answers, in its own words, for the operations and for the faults on demand. */

const failed = (status: number, body: JsonObject): Answer => json({ ...body, status: 'fail' }, status);
const WAIT = 'Please wait a few minutes before you try again.';
const challengeAt = (path: string): JsonObject => ({
  message: 'challenge_required',
  challenge: {
    url: `https://i.instagram.com${path}`,
    api_path: path,
    hide_webview_header: true,
    lock: true,
    logout: false,
    native_flow: true,
    flow_render_type: 0,
  },
  error_type: 'checkpoint_challenge_required',
});

/** About the thing asked for. */
export const USER_NOT_FOUND = failed(404, { message: 'User not found', error_type: 'user_not_found' });
export const USER_INFO_ERROR = failed(400, { message: 'Error generating user info response' });
export const UNABLE_TO_FETCH = failed(400, { message: 'Sorry, unable to fetch followers' });
export const INVALID_TARGET = failed(400, { message: 'Invalid target user' });
export const NOT_AUTHORIZED = failed(400, { message: 'Not authorized to view user' });
export const MEDIA_UNAVAILABLE = failed(400, { message: 'Media not found or unavailable' });
export const PHOTO_DELETED = failed(400, { message: 'Sorry, this photo has been deleted.' });
export const MEDIA_NOT_FOUND = failed(404, { message: 'Media not found' });
export const INVALID_MEDIA_ID = (id: string): Answer => failed(400, { message: `Invalid media_id ${id}` });
export const COMMENT_NOT_FOUND = failed(404, { message: 'Comment not found' });
export const HASHTAG_NOT_FOUND = failed(404, { message: 'Hashtag not found' });
export const LOCATION_NOT_FOUND = failed(404, { message: 'Location not found' });
export const BAD_CURSOR = failed(400, { message: 'Invalid parameters' });
export const BAD_FORM = failed(400, { message: { user_ids: ['This field is required.'] } });

/** About the session or the address that asks. */
export const LOGIN_REQUIRED = failed(403, {
  message: 'login_required',
  error_title: "You've Been Logged Out",
  error_body: 'Please log back in.',
  logout_reason: 8,
});
export const LOGGED_OUT = failed(400, { message: 'user_has_logged_out', logout_reason: 3 });
export const LOGIN_REDIRECT = html(302, 'Login', { location: '/accounts/login/?next=/api/v1/' });
export const CHALLENGE = failed(400, challengeAt('/challenge/?next=/api/v1/'));
export const SUSPENDED = failed(400, challengeAt('/accounts/suspended/?next=/api/v1/'));
export const CHECKPOINT = failed(400, { message: 'checkpoint_required', checkpoint_url: '/challenge/1/', lock: true });
export const CONSENT = failed(400, {
  message: 'consent_required',
  consent_data: { headline: 'Updates to Our Terms', content: 'Please read them.', button_text: 'Review Now' },
});
export const GEOBLOCK = failed(400, { message: 'geoblock_required' });
export const FEEDBACK = failed(400, {
  message: 'feedback_required',
  spam: true,
  feedback_title: 'Try Again Later',
  feedback_message: 'We limit how often you can do certain things.',
  feedback_url: 'repute/report_problem/',
  feedback_appeal_label: 'Tell us',
  feedback_ignore_label: 'OK',
  feedback_action: 'report_problem',
});
export const SENTRY_BLOCK = failed(400, {
  message: 'Sorry, there was a problem with your request.',
  error_type: 'sentry_block',
});
export const INACTIVE_USER = failed(400, { message: 'inactive user', error_type: 'inactive user' });
export const USERAGENT_MISMATCH = failed(400, { message: 'useragent mismatch' });
export const COUNTER_ERROR = failed(400, { message: 'counter get error' });
export const WAIT_401 = failed(401, { message: WAIT, require_login: true, igweb_rollout: true });
export const WAIT_401_LOCALISED = failed(401, {
  message: 'Bitte warte einige Minuten, bevor du es noch einmal versuchst. / 请稍等几分钟再试。',
  require_login: true,
  igweb_rollout: true,
});
export const WAIT_429 = failed(429, { message: WAIT });
export const RATE_LIMIT_ERROR = failed(400, { message: 'Too many requests', error_type: 'rate_limit_error' });
export const FORM_ERRORS = failed(400, { message: { errors: ['Select a valid choice.', WAIT] } });

/** About the platform itself. */
export const PAGE_NOT_FOUND = html(404, 'Page Not Found');
export const NOT_FOUND_TEXT = text(404, 'Not Found');
export const METHOD_NOT_ALLOWED = failed(405, { message: 'Method not allowed' });
export const HTML_200 = html(200, 'Instagram');
export const XSSI: Answer = {
  status: 200,
  contentType: 'text/javascript; charset=utf-8',
  body: 'for (;;);{"__ar":1,"error":1357004,"errorSummary":"Sorry, something went wrong","errorDescription":"Please try closing and re-opening your browser window.","payload":null}',
};
export const STATUS_FAIL = failed(200, { message: 'Something went wrong. Please try again later.' });
const EXECUTION_ERROR: JsonObject = {
  message: 'execution error',
  severity: 'CRITICAL',
  summary: 'Query error',
  description: 'Error performing query.',
};
export const GRAPHQL_ERRORS = json({ errors: [EXECUTION_ERROR], status: 'ok' });
export const GRAPHQL_NULL_DATA = json({ data: null, errors: [EXECUTION_ERROR], status: 'ok' });
export const GRAPHQL_NO_DATA = json({ extensions: { is_final: true }, status: 'ok' });
export const GRAPHQL_BAD_DOCUMENT = failed(400, { message: 'The GraphQL document was not found.' });
