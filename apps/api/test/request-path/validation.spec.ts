import { allOperations, type Operation, placeOf } from '@loupe/dto';
import { expectProblem } from '../endpoints/answer-checks';
import { known, knownPosts, searchSession } from '../endpoints/known';
import { type SentReply, send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_PER_SECOND: '10000' });
  tenant = await api.tenants.create('1');
});
afterAll(() => api.stop());

/** Values as written in a URL: percent-encoded where necessary, and some broken on purpose. */
const nasty: readonly string[] = [
  ...['', '%20', '%20%20', '%09', '%201', '1%20', '%0A', '1%0A', '%0D%0Ax-evil:%201', '%00', '1%00', '%7F', '%C2%85'],
  ...['-1', '+1', '%2B1', '1.0', '1,000', '1e3', '1E3', '0x10', '0b1', '1n', '1_000', '٣', '１２'].map(encodeNonAscii),
  ...['NaN', 'Infinity', '-Infinity', 'null', 'undefined', 'True', 'TRUE', 'yes', '%5B%5D', '%7B%7D', '%22%22'],
  ...['%', '%zz', '%C3', '%C3%28', '%ED%A0%80', '%F8%A1%A1%A1%A1', '%FF'],
  ...['%2F', '1%2F2', '..%2F..', '%2E%2E%2F', '..', '%5C', '%3Fa=1', '%23', '1%23', '%3B', '1%2C2'],
  ...["'%20OR%201=1--", '%3Cscript%3E', '$%7Bjndi%7D', '%E2%80%AE', '%F0%9F%98%80'],
  'a'.repeat(10_000),
  '1'.repeat(10_000),
  '%20'.repeat(2_000),
];

function encodeNonAscii(text: string): string {
  return text.replace(/[^ -~]/g, encodeURIComponent);
}

const isDigits = /^\d{1,20}$/;
const isText = /^(?!\s*$)[^\p{Cc}]+$/u;
const nothing = /^\b$/;

/** Which of the nasty values each parameter accepts. All others must be refused. */
const accepted: Readonly<Record<string, RegExp>> = {
  user_id: isDigits,
  comment_id: isDigits,
  location_id: isDigits,
  audio_id: isDigits,
  reel_id: isDigits,
  carousel_media_id: /^\d{1,20}(_1012)?$/,
  pk: /^[1-9]\d{0,18}$/,
  highlight_id: /^(highlight:)?[1-9]\d{0,18}$/,
  username: /^@?[A-Za-z0-9._]{1,30}$/,
  post_id: /^[\w-]{1,11}$/,
  media_id: /^[\w-]{1,11}$/,
  code: /^[\w-]{1,11}$/,
  name: /^#?[^\s\p{Cc}./?#\\]{1,150}$/u,
  query: isText,
  min_id: isText,
  sort_by_views: /^(true|false|1|0)$/i,
  carousel_index: /^(\d{1,2}|1\.0)$/,
  lat: /^-?\d{1,2}(\.\d{1,15})?$/,
  lng: /^-?\d{1,3}(\.\d{1,15})?$/,
  search_session_id: nothing,
  serp_session_id: nothing,
  browse_session_id: nothing,
  url: nothing,
  operation: nothing,
  fields: /^[\w$@:-]+([.,][\w$@:-]+)*$/,
};
const longest: Readonly<Record<string, number>> = {
  query: 300,
  min_id: 4_000,
  max_id: 4_000,
  cursor: 4_000,
  fields: 8_000,
};

function isAccepted(operation: Operation, parameter: string, encoded: string): boolean {
  const isRaw = parameter === 'cursor' ? operation.name === 'users.posts' : operation.name === 'posts.comments';
  const shape = parameter === 'cursor' || parameter === 'max_id' ? (isRaw ? isText : nothing) : accepted[parameter]!;
  try {
    const text = decodeURIComponent(placeOf(operation, parameter) === 'query' ? encoded.replaceAll('+', ' ') : encoded);
    return shape.test(text) && text.length <= (longest[parameter] ?? 10_000);
  } catch {
    return false;
  }
}

const good: Readonly<Record<string, string>> = {
  ...Object.fromEntries(new URLSearchParams(searchSession)),
  browse_session_id: '2b3c4d5e-6f7a-4b8c-9d0e-1f2a3b4c5d6e',
  user_id: known.showcase,
  comment_id: '1',
  location_id: '1',
  audio_id: '1',
  reel_id: '1',
  highlight_id: '1',
  username: 'marta.trails',
  post_id: knownPosts.photo.pk,
  media_id: knownPosts.photo.pk,
  name: 'trail',
  query: 'trail',
  url: 'https://www.instagram.com/p/BvW9DMF5srJ/',
};

function addressOf({ path, parameters }: Operation, values: Readonly<Record<string, string>>): string {
  const all = {
    ...Object.fromEntries(
      Object.keys(parameters)
        .filter((name) => parameters[name]!.required)
        .map((name) => [name, good[name]!]),
    ),
    ...values,
  };
  const query = Object.keys(all).filter((name) => !path.includes(`{${name}}`));
  const search = query.map((name) => `${name}=${all[name]}`).join('&');
  return path.replace(/\{(\w+)\}/g, (_, name: string) => all[name]!) + (search && `?${search}`);
}

const refusals = ['unprocessable_entity', 'invalid_cursor', 'invalid_parameter', 'bad_request', 'unknown_route'];

function expectRefusal(reply: SentReply, operation: Operation, parameter: string, encoded: string): void {
  const place = placeOf(operation, parameter);
  const { status, json } = reply;
  expect({ encoded: encoded.slice(0, 50), code: json.code }).toEqual({
    encoded: encoded.slice(0, 50),
    code: expect.stringMatching(refusals.join('|')),
  });
  expectProblem(reply, status, json.code, 0n);
  // An empty segment makes another path, which is unknown. Broken percent-encoding in a path is a bad request.
  const isOtherAddress = place === 'path' && encoded === '';
  // `/users/username/` without a name is `/users/{user_id}`, and `username` is not an id.
  expect(status === 404).toBe(isOtherAddress && parameter !== 'username');
  if (isOtherAddress || json.code === 'bad_request') return;
  expect(json.errors).toContainEqual(expect.objectContaining({ in: place, parameter }));
}

const parameters = allOperations.flatMap((operation) =>
  Object.keys(operation.parameters).map((parameter) => [operation.name, parameter, operation] as const),
);

/** Each parameter gets only this many of the values, and the next parameter gets the next values. */
const perParameter = 5;
function valuesFor(one: (typeof parameters)[number]): string[] {
  const [, parameter, operation] = one;
  const refused = nasty.filter((encoded) => !isAccepted(operation, parameter, encoded));
  const first = parameters.indexOf(one) * perParameter;
  return Array.from({ length: perParameter }, (_, n) => refused[(first + n) % refused.length]!);
}

test.each(parameters.map((one) => [one[0], one[1], one] as const))(
  '%s refuses an invalid %s, free of charge, before any upstream request',
  async (_, parameter, one) => {
    const [, , operation] = one;
    await api.simulator.forget();
    const values = valuesFor(one);
    const replies = await Promise.all(
      values.map((encoded) => send(api.baseUrl, addressOf(operation, { [parameter]: encoded }), { key: tenant.key })),
    );
    for (const [index, encoded] of values.entries()) expectRefusal(replies[index]!, operation, parameter, encoded);
    expect(await api.simulator.seen()).toEqual([]);
  },
);

test.each(allOperations.filter((one) => Object.keys(one.parameters).length > 1).map((one) => [one.name, one] as const))(
  '%s reports all validation errors of a request at once',
  async (_, operation) => {
    const names = Object.keys(operation.parameters);
    const replies = await send(
      api.baseUrl,
      addressOf(operation, Object.fromEntries(names.map((name) => [name, '%00']))),
      {
        key: tenant.key,
      },
    );
    expectProblem(replies, 422, 'unprocessable_entity', 0n);
    // Whether Loupe issued a cursor, and the form of a post id, are checked only for otherwise valid requests.
    const checkedLater = (name: string) => ['cursor', 'min_id', 'max_id', 'post_id', 'media_id'].includes(name);
    const named = replies.json.errors.map(({ parameter }: { parameter: string }) => parameter);
    expect([...new Set(named)].sort()).toEqual(
      names.filter((name) => !checkedLater(name) || named.includes(name)).sort(),
    );
  },
);

test('all unknown parameters are reported, together with every other validation error, free of charge', async () => {
  await api.simulator.forget();
  const names = ['user_id', 'format', '__proto__', 'constructor', 'Cursor', 'a[b]'];
  const path = `/users/${known.marta}/reels?${names.map((name) => `${name}=1`).join('&')}&sort_by_views=no`;
  const reply = await send(api.baseUrl, path, { key: tenant.key });
  expectProblem(reply, 422, 'unprocessable_entity', 0n);
  const named = reply.json.errors.map(({ parameter }: { parameter: string }) => parameter);
  expect(named).toEqual(['sort_by_views', ...names]);
  expect(reply.headers['x-cost-usd']).toBe('0');
  expect(await api.simulator.seen()).toEqual([]);
});

test('an unencoded & in a url parameter is detected', async () => {
  const address = 'https://www.instagram.com/s/aGlnaGxpZ2h0OjE3?story_media_id=1_2&igsh=x';
  const reply = await send(api.baseUrl, `/oembed?url=${address}`, { key: tenant.key });
  expect(reply.json.errors).toMatchObject([{ parameter: 'igsh', message: expect.stringContaining('%26') }]);
});

test('a key in the query is reported as misplaced, with or without a key in the header', async () => {
  const path = `/users/${known.marta}?api_key=${tenant.key}`;
  const [without, beside] = await Promise.all([send(api.baseUrl, path), send(api.baseUrl, path, { key: tenant.key })]);
  expectProblem(without, 401, 'unauthorized', 0n);
  expectProblem(beside, 422, 'unprocessable_entity', 0n);
  for (const { json, text } of [without, beside]) {
    expect(json.detail).toContain('not in the query, because URLs end up in logs');
    expect(text).not.toContain(tenant.key);
  }
});
