import { classifyFailedOk, classifyFailure, SessionRefused, ThingRefused } from './classify';
import type { Subject } from './failure';
import { oembed } from './requests/media';

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const text = (value: string) => Buffer.from(value);
const notFoundPage = text(
  '<!DOCTYPE html><html lang="en"><head><title>Page Not Found • Instagram</title></head></html>',
);

/** kind and whether the session was refused, for each answer the upstream is known to give. */
describe('classifyFailure', () => {
  const cases: [name: string, status: number, body: Buffer, subject: Subject, kind: string, refused: boolean][] = [
    [
      'a missing user',
      404,
      json({ message: 'User not found', error_type: 'user_not_found' }),
      'user',
      'user_not_found',
      false,
    ],
    ['a missing user, as an empty 404', 404, json({}), 'user', 'user_not_found', false],
    ['a banned user', 400, json({ message: 'Error generating user info response' }), 'user', 'user_not_found', false],
    [
      'no followers to fetch',
      400,
      json({ message: 'Sorry, unable to fetch followers' }),
      'user',
      'user_not_found',
      false,
    ],
    ['an invalid target', 400, json({ message: 'Invalid target user' }), 'user', 'user_not_found', false],
    ['a deleted post', 400, json({ message: 'Media not found or unavailable' }), 'thing', 'not_found', false],
    ['an unavailable post', 400, json({ message: 'Media is unavailable' }), 'thing', 'not_found', false],
    ['a deleted photo', 400, json({ message: 'Sorry, this photo has been deleted.' }), 'thing', 'not_found', false],
    ['a deleted media', 400, json({ message: 'Sorry, this media has been deleted.' }), 'thing', 'not_found', false],
    ['media not available', 400, json({ message: 'Sorry, the media is not available' }), 'thing', 'not_found', false],
    ['media no longer there', 400, json({ message: 'This post is no longer available.' }), 'thing', 'not_found', false],
    [
      'a version that is no longer supported',
      400,
      json({ message: 'This version of the app is no longer available' }),
      'thing',
      'unavailable',
      false,
    ],
    ['the page for a missing user', 404, notFoundPage, 'user', 'user_not_found', false],
    ['the page for a missing post', 404, notFoundPage, 'thing', 'not_found', false],
    [
      'a login page that calls itself so',
      404,
      text(`${notFoundPage}<input type="password">`),
      'user',
      'unavailable',
      false,
    ],
    ['a login page', 404, text('<title>Login • Instagram</title><h1>Page Not Found'), 'user', 'unavailable', false],
    ['the page for a missing user with another status', 403, notFoundPage, 'user', 'unavailable', true],
    ['a missing post', 404, json({ message: 'Media not found' }), 'thing', 'not_found', false],
    ['a malformed media id', 400, json({ message: 'Invalid media_id 12x' }), 'thing', 'invalid_id', false],
    [
      'a private account, whatever the case',
      400,
      json({ message: 'NOT authorized to VIEW user' }),
      'user',
      'private',
      false,
    ],
    ['a dead session', 403, json({ message: 'login_required', logout_reason: 8 }), 'user', 'unavailable', true],
    ['a dead session, as a 400', 400, json({ message: 'user_has_logged_out' }), 'user', 'unavailable', true],
    ['a dead session, as a redirect', 302, text('<html>'), 'user', 'unavailable', true],
    [
      'a challenge',
      400,
      json({ message: 'challenge_required', challenge: { url: 'x' } }),
      'thing',
      'unavailable',
      true,
    ],
    ['a checkpoint', 400, json({ message: 'checkpoint_required' }), 'thing', 'unavailable', true],
    ['asked consent', 400, json({ message: 'consent_required', consent_data: {} }), 'thing', 'unavailable', true],
    ['a blocked action', 400, json({ message: 'feedback_required', spam: true }), 'thing', 'unavailable', true],
    ['an integrity block', 400, json({ message: 'Sorry', error_type: 'sentry_block' }), 'thing', 'unavailable', true],
    ['an inactive session user', 400, json({ message: 'x', error_type: 'inactive user' }), 'user', 'unavailable', true],
    [
      'a throttled session',
      429,
      json({ message: 'Please wait a few minutes before you try again.' }),
      'user',
      'unavailable',
      true,
    ],
    ['a throttled session, empty', 429, text(''), 'user', 'unavailable', true],
    [
      'a throttled session, as a 401 in another language',
      401,
      json({ message: '请稍候', require_login: true }),
      'user',
      'unavailable',
      true,
    ],
    [
      'a throttled session, typed',
      400,
      json({ message: 'x', error_type: 'rate_limit_error' }),
      'user',
      'unavailable',
      true,
    ],
    ['a masked challenge', 404, text('Not Found'), 'thing', 'unavailable', false],
    ['an HTML 404', 404, text('<html>Page not found</html>'), 'user', 'unavailable', false],
    ['a failing server', 500, text('<html>'), 'thing', 'unavailable', false],
    ['an odd status', 572, text(''), 'thing', 'unavailable', false],
    ['a client mismatch', 400, json({ message: 'useragent mismatch' }), 'user', 'unavailable', false],
    [
      'a message that is an object',
      400,
      json({ message: { errors: ['Media not found or unavailable'] } }),
      'thing',
      'not_found',
      false,
    ],
    ['a message that is an array', 400, json({ message: ['Not authorized to view user'] }), 'user', 'private', false],
  ];

  it.each(cases)('takes %s for what it is', (_name, status, body, subject, kind, refused) => {
    const failure = classifyFailure({ status, body }, subject);
    expect(failure.kind).toBe(kind);
    expect(failure instanceof SessionRefused).toBe(refused);
  });

  it('never takes a refused session for a missing thing, whatever the message says', () => {
    const failure = classifyFailure({ status: 403, body: json({ message: 'User not found' }) }, 'user');
    expect(failure.isAnswer).toBe(false);
  });

  it.each([
    [302, '', '/accounts/login/?next=/api/v1/', 'doubtful'],
    [302, '', 'https://www.example.com/challenge/?next=/', 'doubtful'],
    [302, '', '/explore/accounts/loginfo', 'bare'],
    [302, '', undefined, 'bare'],
    [401, '', undefined, 'doubtful'],
    [401, '{"message":"请稍候","require_login":true}', undefined, 'doubtful'],
    [401, '{"message":"Please wait a few minutes before you try again.","require_login":true}', undefined, 'rate'],
    [429, '', undefined, 'rate'],
    [400, '{"message":"Sorry, too many requests. Please try again later.","status":"fail"}', undefined, 'rate'],
    [400, '{"message":"x","error_type":"rate_limit_error"}', undefined, 'rate'],
    [403, '{"message":"login_required"}', undefined, 'doubtful'],
    [404, '{"message":"Challenge_Required"}', undefined, 'doubtful'],
    [403, '{"message":"Forbidden"}', undefined, 'bare'],
    [403, '<html>', undefined, 'bare'],
  ])('blames the session for a %p that says %p and leads to %p as far as this: %p', (status, body, location, blame) => {
    expect(classifyFailure({ status, body: text(body), location }, 'thing')).toMatchObject({ blame });
  });

  it.each([
    'No users found for login_required',
    'challenge',
    'We found nothing for “rate_limit_error”.',
    'Please wait a few minutes before you try again. Nothing found.',
    'geoblock',
  ])('sees no refusal in a sentence that repeats what was asked for: %s', (message) => {
    expect(classifyFailure({ status: 404, body: json({ message }) }, 'thing')).toMatchObject({ kind: 'not_found' });
  });

  it.each([
    ['a region', 400, { message: 'geoblock_required', geo_block_rule_type: 'COUNTRY' }, true],
    ['a region, by its type', 403, { message: 'x', error_type: 'geoblock_required' }, true],
    ['a region, by nothing else', 400, { message: 'geoblock_required' }, true],
    ['another rule', 400, { message: 'blocked', blocks_logging_data: 'LEGAL_ORDER' }, true],
    ['an age', 400, { message: 'geoblock_required', blocks_logging_data: 'MIN_AGE_ACCOUNT' }, false],
    ['an age, by the title', 400, { message: 'geoblock_required', title: "People under 25 can't see this" }, false],
    ['an age, by the title alone', 403, { title: 'Are You 20 or Over?' }, false],
    ['the law', 451, {}, true],
  ])(
    'takes what is kept from viewers by %s for a refusal of the thing, by no session’s fault',
    (_by, status, body, dependsOnPlace) => {
      const failure = classifyFailure({ status, body: json(body) }, 'thing');
      expect(failure).toBeInstanceOf(ThingRefused);
      expect(failure).toMatchObject({ kind: 'gated', isAnswer: false, dependsOnPlace });
    },
  );

  it.each([
    ['Invalid reel id list', 'not_found'],
    ['Not an invalid reel id list', 'unavailable'],
    ['Restricted profile', 'private'],
  ])('takes a 400 that says %p for %s', (message, kind) =>
    expect(classifyFailure({ status: 400, body: json({ message }) }, 'thing').kind).toBe(kind),
  );

  it.each([
    [404, 'No Media Match', 'not_found'],
    [400, 'No URL Match', 'not_found'],
    [400, 'No Media Match', 'unavailable'],
    [404, 'No Media Match ', 'unavailable'],
    [404, 'Not Found', 'unavailable'],
  ])('takes a %d with the plain text %p for %s where the request knows these texts', (status, plain, kind) => {
    const { absences } = oembed('https://www.example.com/p/a/', '1');
    expect(classifyFailure({ status, body: text(plain) }, 'thing', absences).kind).toBe(kind);
    expect(classifyFailure({ status, body: text(plain) }, 'thing').kind).toBe('unavailable');
  });
});

describe('classifyFailedOk', () => {
  it.each([
    ['Not authorized to view user', 'private'],
    ['Media not found or unavailable', 'not_found'],
    ['anything else', 'unavailable'],
  ])('takes a 200 that says %p for %s', (message, kind) => expect(classifyFailedOk(message).kind).toBe(kind));
});
