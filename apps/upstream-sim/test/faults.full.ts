import { gunzipSync } from 'node:zlib';
import { allFaults } from '../src/faults/catalogue';
import { ask, askJson, parsed, type Reply, simulatorForTests, untilHeld } from './client';

const simulator = simulatorForTests();
const followersPath = '/api/v1/friendships/1001/followers/';
const suffer = (fault: string, path = followersPath) => ask(simulator.it, path, { headers: { 'x-sim-fault': fault } });

type Expectation = (reply: Reply) => void;

const isJson =
  (status: number, part: RegExp): Expectation =>
  (reply) => {
    expect(reply.status).toBe(status);
    expect(reply.text).toMatch(part);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(() => JSON.parse(reply.text)).not.toThrow();
  };
const isHtml =
  (status: number): Expectation =>
  (reply) => {
    expect([reply.status, reply.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(reply.text).toMatch(/^<!DOCTYPE html>/);
  };
const isEmpty =
  (status: number): Expectation =>
  (reply) =>
    expect([reply.status, reply.text]).toEqual([status, '']);
const page =
  (check: (body: ReturnType<typeof parsed>) => void): Expectation =>
  (reply) => {
    expect(reply.status).toBe(200);
    check(parsed(reply.text));
  };
const breaks: Expectation = () => {
  throw new Error('The connection should have broken');
};

const expected: Readonly<Record<string, Expectation>> = {
  delay: page((body) => expect(body.users.length).toBe(25)),
  hold: page((body) => expect(body.users.length).toBe(25)),
  slow_first_byte: page((body) => expect(body.users.length).toBe(25)),
  timeout: breaks,
  stalled_body: breaks,
  cut_body: breaks,
  cut_chunked: breaks,
  cut_stream: ({ status, text }) => {
    expect(status).toBe(200);
    expect(() => JSON.parse(text)).toThrow();
  },
  missing_final_row: isEmpty(200),
  truncated_gzip: ({ headers, bytes }) => {
    expect(headers['content-encoding']).toBe('gzip');
    expect(() => gunzipSync(bytes)).toThrow(/unexpected end/);
  },
  zstd: ({ headers, bytes }) => {
    expect(headers['content-encoding']).toBe('zstd');
    expect(bytes.readUInt32LE(0)).toBe(0xfd2fb528);
    const content = bytes.subarray(12);
    expect([bytes.readUInt32LE(5), bytes.readUIntLE(9, 3)]).toEqual([content.length, content.length * 8 + 1]);
    expect(parsed(content.toString()).users.length).toBe(25);
  },
  identity: ({ headers, text }) => {
    expect(headers['content-encoding']).toBe('Identity');
    expect(parsed(text).users.length).toBe(25);
  },
  reset: breaks,
  closed: breaks,
  empty_body: isEmpty(200),
  bad_json: ({ text }) => expect(() => JSON.parse(text)).toThrow(),
  not_utf8: ({ bytes }) => expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow(),
  oversized: ({ bytes }) => expect(bytes.length).toBe(40 * 1024 * 1024),
  wrapped_in_data: page((body) => expect([body.data.users.length, body.status]).toEqual([25, 'ok'])),
  wrapped_in_location: page((body) => expect([body.location.users.length, body.status]).toEqual([25, 'ok'])),
  login_required: isJson(403, /"message":"login_required"/),
  logged_out: isJson(400, /"message":"user_has_logged_out"/),
  login_redirect: (reply) => {
    expect(reply.status).toBe(302);
    expect(reply.headers.location).toMatch(/^\/accounts\/login\//);
  },
  challenge: isJson(400, /"message":"challenge_required".*\/challenge\//),
  suspended: isJson(400, /"message":"challenge_required".*\/suspended\//),
  checkpoint: isJson(400, /"message":"checkpoint_required"/),
  consent: isJson(400, /"message":"consent_required"/),
  geoblock: isJson(400, /"message":"geoblock_required"/),
  age_gate: isJson(400, /"message":"geoblock_required".*"blocks_logging_data":"MIN_AGE_ACCOUNT"/),
  restricted_profile: isJson(200, /^\{"title":"Restricted profile"/),
  no_media_match: ({ status, text }) => expect([status, text]).toEqual([404, 'No Media Match']),
  feedback: isJson(400, /"message":"feedback_required","spam":true/),
  sentry_block: isJson(400, /"error_type":"sentry_block"/),
  inactive_user: isJson(400, /"error_type":"inactive user"/),
  useragent_mismatch: isJson(400, /"message":"useragent mismatch"/),
  wait_401: isJson(401, /Please wait a few minutes.*"require_login":true/),
  wait_401_localised: (reply) => {
    isJson(401, /"require_login":true/)(reply);
    expect(reply.text).not.toMatch(/Please wait/);
  },
  rate_429: isJson(429, /Please wait a few minutes/),
  rate_429_empty: isEmpty(429),
  rate_429_html: isHtml(429),
  wait_400_localised: isJson(400, /Bitte warte/),
  rate_limit_error: isJson(400, /"error_type":"rate_limit_error"/),
  not_found_text: ({ status, text }) => expect([status, text]).toEqual([404, 'Not Found']),
  login_404: isHtml(404),
  html_200: isHtml(200),
  xssi: ({ status, text }) => {
    expect(status).toBe(200);
    expect(text).toMatch(/^for \(;;\);\{/);
  },
  status_fail: isJson(200, /"status":"fail"/),
  form_errors: isJson(400, /"message":\{"errors":\[/),
  counter_error: isJson(400, /"message":"counter get error"/),
  graphql_errors: isJson(200, /^\{"errors":\[\{"message":"execution error"/),
  graphql_null_data: isJson(200, /^\{"data":null,"errors":\[/),
  graphql_no_data: isJson(200, /^\{"extensions"/),
  graphql_bad_document: isJson(400, /document was not found/),
  http_408: isEmpty(408),
  http_431: isEmpty(431),
  http_500: isHtml(500),
  http_502: isHtml(502),
  http_503: isHtml(503),
  http_504: isHtml(504),
  http_560: isEmpty(560),
  http_572: isEmpty(572),
  user_not_found_404: isJson(404, /"error_type":"user_not_found"/),
  user_not_found_400: isJson(400, /Error generating user info response/),
  unable_to_fetch_400: isJson(400, /unable to fetch followers/),
  invalid_target: isJson(400, /Invalid target user/),
  private_400: isJson(400, /"message":"Not authorized to view user"/),
  media_unavailable_400: isJson(400, /Media not found or unavailable/),
  private_400_localised: isJson(400, /No tienes autorizaci\\u00f3n/),
  photo_deleted_400: isJson(400, /this photo has been deleted/),
  media_is_unavailable_400: isJson(400, /Media is unavailable/),
  media_deleted_400: isJson(400, /this media has been deleted/),
  media_deleted_400_localised: isJson(400, /supprim\\u00e9/),
  media_not_available_400: isJson(400, /the media is not available/),
  media_no_longer_available_400: isJson(400, /this media is no longer available/),
  page_not_found: isHtml(404),
  media_not_found_404: isJson(404, /"message":"Media not found"/),
  private_empty: page((body) => expect([body.users, body.next_max_id ?? null]).toEqual([[], null])),
  empty_page_with_cursor: page((body) => {
    expect(body.users).toEqual([]);
    expect(body.next_max_id).toMatch(/^QVFE/);
  }),
  same_cursor: page((body) => expect(body.next_max_id).toMatch(/^QVFE/)),
  has_more_without_cursor: page((body) => expect([body.has_more, body.next_max_id ?? null]).toEqual([true, null])),
  cursor_without_has_more: page((body) => {
    expect(body).not.toHaveProperty('has_more');
    expect(body.next_max_id).toMatch(/^QVFE/);
  }),
  duplicate_items: page((body) => expect(body.users.at(-1)).toEqual(body.users[0])),
  no_reel: page((body) => expect(body.users.length).toBe(25)),
  null_items: page((body) => expect(body.users.length).toBe(25)),
  bad_cursor_page_one: page((body) => expect(body.users.length).toBe(25)),
  bad_cursor_empty: page((body) => expect(body.users.length).toBe(25)),
  bad_cursor_error: page((body) => expect(body.users.length).toBe(25)),
};

describe('injected faults', () => {
  test('are exactly the faults for which this file has an expectation', () => {
    expect([...allFaults.keys()].sort()).toEqual(Object.keys(expected).sort());
  });

  test.each(Object.entries(expected))('%s has the expected effect on the wire', async (fault, expectation) => {
    const outcome = suffer(`${fault};delay_ms=20`);
    if (fault === 'hold') await untilHeld(simulator.it, 1).then(() => simulator.it.held.release());
    if (expectation === breaks) await expect(outcome).rejects.toThrow(/aborted|hang up|ECONNRESET/);
    else expectation(await outcome);
    expect(simulator.it.requests.list().requests.at(-1)?.fault).toBe(fault);
  });

  test('bad_cursor faults respond to an unreadable cursor with page one, an empty page or an error', async () => {
    const bad = `${followersPath}?max_id=QVFEgarbage`;
    const plain = await askJson(simulator.it, followersPath);
    expect((await askJson(simulator.it, bad)).users).toEqual(plain.users);
    expect(parsed((await suffer('bad_cursor_page_one', bad)).text).users).toEqual(plain.users);
    expect(parsed((await suffer('bad_cursor_empty', bad)).text).users).toEqual([]);
    expect((await suffer('bad_cursor_error', bad)).status).toBe(400);
  });

  test('same_cursor returns the cursor of the request', async () => {
    const { next_max_id: cursor } = await askJson(simulator.it, followersPath);
    const looping = await suffer('same_cursor', `${followersPath}?max_id=${encodeURIComponent(cursor)}`);
    expect(parsed(looping.text).next_max_id).toBe(cursor);
  });

  test('no_reel omits the reel of stories, and null_items sets its items to null', async () => {
    const stories = '/api/v1/feed/user/1014/story/';
    expect(parsed((await suffer('no_reel', stories)).text)).not.toHaveProperty('reel');
    expect(parsed((await suffer('null_items', stories)).text).reel).toMatchObject({ id: 1014, items: null });
  });

  test('cut_stream ends in the middle of the last row, and missing_final_row ends before it', async () => {
    const stream = '/api/v1/fbsearch/typeahead_stream/?query=marta';
    const rowsOf = (reply: Reply) => reply.text.split('\n').filter((row) => row !== '');
    const cut = rowsOf(await suffer('cut_stream', stream));
    expect(() => JSON.parse(cut[0] ?? '')).not.toThrow();
    expect(() => JSON.parse(cut[1] ?? '')).toThrow();
    expect(rowsOf(await suffer('missing_final_row', stream)).length).toBe(1);
  });

  test('an unknown fault in the header causes a 500', async () => {
    const { status, text } = await suffer('htpp_500');
    expect(status).toBe(500);
    expect(text).toContain('x-sim-fault names no fault');
  });
});
