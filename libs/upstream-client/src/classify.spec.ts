import { classifyFailedOk, classifyFailure, ResourceGated, SessionRefused } from './classify';
import type { Subject } from './failure';
import { oembed } from './requests/media';

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const text = (value: string) => Buffer.from(value);
const notFoundPage = '<!DOCTYPE html><html lang="en"><head><title>Page Not Found • Instagram</title></head></html>';

describe('classifyFailure', () => {
  // The simulator has the platform's own texts; upstream-failures.spec.ts tests what each leads to.
  const cases: [name: string, status: number, body: object | string, subject: Subject, kind: string][] = [
    ['a missing user, as an empty 404', 404, {}, 'user', 'user_not_found'],
    ['media no longer there', 400, { message: 'This post is no longer available.' }, 'resource', 'not_found'],
    ['an app version', 400, { message: 'This version of the app is no longer available' }, 'resource', 'unavailable'],
    ['the page for a missing user', 404, notFoundPage, 'user', 'user_not_found'],
    ['a login page titled as missing', 404, `${notFoundPage}<input type="password">`, 'user', 'unavailable'],
    ['a login page', 404, '<title>Login • Instagram</title><h1>Page Not Found', 'user', 'unavailable'],
    ['a malformed media id', 400, { message: 'Invalid media_id 12x' }, 'resource', 'invalid_id'],
    ['a private account, in capitals', 400, { message: 'NOT authorized to VIEW user' }, 'user', 'private'],
    ['an HTML 404', 404, '<html>Page not found</html>', 'user', 'unavailable'],
    ['a masked challenge', 404, 'Not Found', 'resource', 'unavailable'],
    ['a failing server', 500, '<html>', 'resource', 'unavailable'],
    ['a user agent mismatch', 400, { message: 'useragent mismatch' }, 'user', 'unavailable'],
    ['a message that is an object', 400, { message: { errors: ['Media not found'] } }, 'resource', 'not_found'],
    ['a message that is an array', 400, { message: ['Not authorized to view user'] }, 'user', 'private'],
  ];
  const bodyOf = (body: object | string) => (typeof body === 'string' ? text(body) : json(body));

  it.each(cases)('classifies %s', (_name, status, body, subject, kind) => {
    const failure = classifyFailure({ status, body: bodyOf(body) }, subject);
    expect(failure.kind).toBe(kind);
    expect(failure).not.toBeInstanceOf(SessionRefused);
  });

  it.each<[what: string, status: number, body: object | string]>([
    ['the page for a missing user with another status', 403, notFoundPage],
    ['a dead session', 403, { message: 'login_required', logout_reason: 8 }],
    ['a dead session, as a 400', 400, { message: 'user_has_logged_out' }],
    ['a dead session, as a redirect', 302, '<html>'],
    ['a challenge', 400, { message: 'challenge_required', challenge: { url: 'x' } }],
    ['a checkpoint', 400, { message: 'checkpoint_required' }],
    ['consent pages', 400, { message: 'consent_required', consent_data: {} }],
    ['a blocked action', 400, { message: 'feedback_required', spam: true }],
    ['an integrity block', 400, { message: 'Sorry', error_type: 'sentry_block' }],
    ['an inactive session user', 400, { message: 'x', error_type: 'inactive user' }],
    ['a throttled session', 429, { message: 'Please wait a few minutes before you try again.' }],
    ['a throttled session, as an empty 429', 429, ''],
    ['a throttled session, as a 401 in another language', 401, { message: '请稍候', require_login: true }],
    ['a throttled session, by its error type', 400, { message: 'x', error_type: 'rate_limit_error' }],
  ])('classifies %s as a refused session', (_what, status, body) => {
    const failure = classifyFailure({ status, body: bodyOf(body) }, 'user');
    expect(failure.kind).toBe('unavailable');
    expect(failure).toBeInstanceOf(SessionRefused);
  });

  it('never classifies a refused session as a missing user, whatever the message says', () => {
    const failure = classifyFailure({ status: 403, body: json({ message: 'User not found' }) }, 'user');
    expect(failure.isAnswer).toBe(false);
  });

  it.each([
    [302, '', '/accounts/login/?next=/api/v1/', 'ambiguous'],
    [302, '', 'https://www.example.com/challenge/?next=/', 'ambiguous'],
    [302, '', '/explore/accounts/loginfo', 'bare'],
    [302, '', undefined, 'bare'],
    [401, '', undefined, 'ambiguous'],
    [401, '{"message":"请稍候","require_login":true}', undefined, 'ambiguous'],
    [401, '{"message":"Please wait a few minutes before you try again.","require_login":true}', undefined, 'rate'],
    [429, '', undefined, 'rate'],
    [400, '{"message":"Sorry, too many requests. Please try again later.","status":"fail"}', undefined, 'rate'],
    [400, '{"message":"x","error_type":"rate_limit_error"}', undefined, 'rate'],
    [403, '{"message":"login_required"}', undefined, 'ambiguous'],
    [404, '{"message":"Challenge_Required"}', undefined, 'ambiguous'],
    [403, '{"message":"Forbidden"}', undefined, 'bare'],
    [403, '<html>', undefined, 'bare'],
  ])('classifies the blame for a %p with body %p and location %p as %p', (status, body, location, blame) => {
    expect(classifyFailure({ status, body: text(body), location }, 'resource')).toMatchObject({ blame });
  });

  it.each([
    'No users found for login_required',
    'challenge',
    'We found nothing for “rate_limit_error”.',
    'Please wait a few minutes before you try again. Nothing found.',
    'geoblock',
  ])("does not classify a message that quotes the caller's query as a refusal: %s", (message) => {
    expect(classifyFailure({ status: 404, body: json({ message }) }, 'resource')).toMatchObject({ kind: 'not_found' });
  });

  it.each([
    ['a region', 400, { message: 'geoblock_required', geo_block_rule_type: 'COUNTRY' }, true],
    ['a region, by its type', 403, { message: 'x', error_type: 'geoblock_required' }, true],
    ['a region, by the message alone', 400, { message: 'geoblock_required' }, true],
    ['another rule', 400, { message: 'blocked', blocks_logging_data: 'LEGAL_ORDER' }, true],
    ['an age', 400, { message: 'geoblock_required', blocks_logging_data: 'MIN_AGE_ACCOUNT' }, false],
    ['an age, by the title', 400, { message: 'geoblock_required', title: "People under 25 can't see this" }, false],
    ['an age, by the title alone', 403, { title: 'Are You 20 or Over?' }, false],
    ['the law', 451, {}, true],
  ])(
    'classifies a response gated by %s as gated, without blaming the session',
    (_by, status, body, dependsOnCountry) => {
      const failure = classifyFailure({ status, body: json(body) }, 'resource');
      expect(failure).toBeInstanceOf(ResourceGated);
      expect(failure).toMatchObject({ kind: 'gated', isAnswer: false, dependsOnCountry });
    },
  );

  it.each([
    ['Invalid reel id list', 'not_found'],
    ['Not an invalid reel id list', 'unavailable'],
    ['Restricted profile', 'private'],
  ])('classifies a 400 with the message %p as %s', (message, kind) =>
    expect(classifyFailure({ status: 400, body: json({ message }) }, 'resource').kind).toBe(kind),
  );

  it.each([
    'Comment is unavailable',
    'comment is unavailable.',
    'This comment is no longer available.',
    'The comment you are looking for has been deleted',
    'Media unavailable',
    'MEDIA NOT FOUND OR UNAVAILABLE',
    'Sorry, this video has been removed.',
    'This reel isn’t available.',
    "This story isn't available anymore",
    'Highlight not found',
    'Hashtag does not exist',
    "This hashtag doesn't exist.",
    'Location could not be found',
    "We couldn't find that place",
    'No such audio',
    'This sound is no longer available',
    'Stories not found',
    'Media  not\u00a0found',
    'This mediaʼs audio isnʼt available',
    'This media isnt available',
    "Media wasn't found",
    'Comment can not be found',
    'This comment not exists',
    'This reply is unavailable',
    'This image has been deleted',
  ])('classifies a message that says that a resource is gone as not found, with each status: %s', (message) => {
    for (const status of [400, 404, 410, 422])
      expect(classifyFailure({ status, body: json({ message, status: 'fail' }) }, 'resource').kind).toBe('not_found');
  });

  it.each([
    'User not found',
    'This account does not exist',
    'The account has been deleted.',
    'Profile isn’t available',
    'No such user',
    'User marta.trails not found',
  ])('classifies a message that says that a user is gone as a missing user: %s', (message) => {
    expect(classifyFailure({ status: 400, body: json({ message }) }, 'user').kind).toBe('user_not_found');
  });

  it.each([
    ['', 'media_not_found'],
    ['x', 'comment_not_found'],
  ])('classifies a 400 with the message %p and the error type %p as not found', (message, error_type) => {
    expect(classifyFailure({ status: 400, body: json({ message, error_type }) }, 'resource').kind).toBe('not_found');
  });

  it.each([
    'Media is temporarily unavailable',
    'Comment is unavailable right now',
    'This content is unavailable. Please try again later.',
    'Your account has been deleted',
    'Service unavailable',
    'This feature is no longer available',
    'Comments on this post are turned off',
    'The post was not deleted by you. Something is not available',
    'Media has not been deleted',
    'Media service unavailable',
    'Location service is unavailable',
    'User session not found',
    'User agent not available',
    'Account verification code not found',
    'Login session for this account could not be found',
    'The account you are logged in with has been deleted',
    'Video not available yet',
  ])('does not classify a message as gone that says something else: %s', (message) => {
    expect(classifyFailure({ status: 400, body: json({ message }) }, 'resource').kind).toBe('unavailable');
  });

  it.each(['Your account has been deleted', 'Please try again later.', 'Media is temporarily unavailable'])(
    'does not classify a 404 as gone whose message concerns the session or will pass: %s',
    (message) => expect(classifyFailure({ status: 404, body: json({ message }) }, 'resource').kind).toBe('unavailable'),
  );

  it('reads a typographic apostrophe that is escaped in a nested message', () => {
    const body = Buffer.from(String.raw`{"message":{"errors":["This reel isn\u2019t available."]}}`);
    expect(classifyFailure({ status: 400, body }, 'resource').kind).toBe('not_found');
  });

  it.each([
    ['This audio is not available in your country.', true],
    ["This reel isn't available in this region", true],
    ['Video not available where you live', true],
    ['This content is unavailable due to a legal request', true],
    ['This post is unavailable to people under 18', false],
  ])('classifies a message that a resource is missing for some people as gated: %s', (message, dependsOnCountry) => {
    const failure = classifyFailure({ status: 400, body: json({ message }) }, 'resource');
    expect(failure).toBeInstanceOf(ResourceGated);
    expect(failure).toMatchObject({ dependsOnCountry });
  });

  it.each([500, 503])('does not classify a %d as gone, whatever its message says', (status) => {
    const body = json({ message: 'Media not found or unavailable' });
    expect(classifyFailure({ status, body }, 'resource').kind).toBe('unavailable');
  });

  it.each([
    [404, 'No Media Match', 'not_found'],
    [400, 'No URL Match', 'not_found'],
    [400, 'No Media Match', 'unavailable'],
    [404, 'No Media Match ', 'unavailable'],
    [404, 'Not Found', 'unavailable'],
  ])('classifies a %d with the plain text %p as %s if the request declares such texts', (status, plain, kind) => {
    const { absences } = oembed('https://www.example.com/p/a/', '1');
    expect(classifyFailure({ status, body: text(plain) }, 'resource', absences).kind).toBe(kind);
    expect(classifyFailure({ status, body: text(plain) }, 'resource').kind).toBe('unavailable');
  });
});

describe('classifyFailedOk', () => {
  it.each([
    ['Not authorized to view user', 'private'],
    ['Media not found or unavailable', 'not_found'],
    ['anything else', 'unavailable'],
  ])('classifies a 200 with the message %p as %s', (message, kind) =>
    expect(classifyFailedOk(message).kind).toBe(kind),
  );
});
