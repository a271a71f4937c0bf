// Values that trip careless parsers, and their spellings in a URL.
import fc from 'fast-check';
import { dates, formulas, numbers, paths, sql, texts } from '../attack/payloads.mjs';

const bounds = ['1'.repeat(20), '1'.repeat(21), '9'.repeat(41), 'a'.repeat(200), 'a'.repeat(201), 'é'.repeat(2_001)];
const known = [...sql, ...paths, ...texts, ...numbers, ...dates, ...formulas, ...bounds, '\ud800', '\u0000\u0000'];

export const hostileText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...known) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String) },
  { weight: 1, arbitrary: fc.double().map(String) },
  { weight: 1, arbitrary: fc.constantFrom(3_000, 7_000, 20_000).map((length) => 'x'.repeat(length)) },
);

const percentOf = (text) =>
  [...Buffer.from(`${text}`)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
export const encoded = (text) => encodeURIComponent(`${text}`.toWellFormed());

/** Invalid percent-encoding of UTF-8: truncated, overlong, an unpaired surrogate, raw bytes. */
const broken = fc.constantFrom(
  ...['%', '%2', '%zz', '%u0041', '%ff', '%fe%fe', '%c0%af', '%c0%80', '%e0%80%af', '%f0%80%80%af', '%ed%a0%80'],
  ...['%f8%88%80%80%80', '%c3', '%C3%28', '1%', '%%32', '\xe9', 'caf\xc3\xa9', '\xff'],
);

export const spelled = (value) =>
  fc.oneof(
    { weight: 12, arbitrary: value.map(encoded) },
    { weight: 2, arbitrary: value.map((text) => percentOf(text.slice(0, 4_000))) },
    { weight: 1, arbitrary: broken },
  );

const hostileJson = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  {
    weight: 2,
    arbitrary: fc.constantFrom(null, true, 0, -0, -1, 0.1, 1e21, 1e308, Number.MAX_SAFE_INTEGER + 2, [], {}, ''),
  },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 120 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 8 }) },
);
const inheritedNames = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf', '__defineGetter__', ''];

export const hostileBody = (names) =>
  fc.dictionary(fc.constantFrom(...names, ...inheritedNames, 'more'), hostileJson, { maxKeys: 60 });

const deep = (opening, closing) => (depth) => `{"a":${opening.repeat(depth)}1${closing.repeat(depth)}}`;
const depths = [10, 200, 1_900, 7_900];

export const brokenBody = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '1',
    '"x"',
    '{"a":}',
    '\u0000',
    '\ufeff{}',
    '{"a":1,"a":2}',
    '{"a":"\\ud800"}',
  ),
  fc.constantFrom('{"__proto__":null}', '{"constructor":{"prototype":{"x":1}}}', '{"email":{"$ne":null}}', '{} {}'),
  fc.constantFrom(...depths.map(deep('[', ']')), ...depths.map(deep('{"a":', '}'))),
  fc.constantFrom(4_200, 16_500, 66_000, 300_000).map((size) => `{"email":"${'a'.repeat(size)}"}`),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** Headers that must change nothing, although some software obeys them, unless they are too long. */
export const oddHeaders = fc
  .array(
    fc.constantFrom(
      ...[
        ...['x-request-id: mine', 'x-http-method-override: DELETE', 'x-original-url: /system/balance', 'te: trailers'],
        ...['x-forwarded-host: evil.example', 'host: evil.example', 'range: bytes=9-1', 'if-none-match: *'],
        ...['accept: nothing/atall', 'accept: */*;q=x', 'accept-language: \xff', 'connection: upgrade', 'upgrade: h2c'],
        ...[
          'cookie: loupe_session=x; __proto__=1',
          'origin: null',
          'content-type: text/plain',
          'expect: the unexpected',
        ],
        ...['x-forwarded-for: 999.1.1.1, \xff', 'forwarded: for="[::', 'authorization: Basic Og==', 'prefer: safe'],
        ...['traceparent: 00-zz', 'tracestate: ===', 'cache-control: max-age=-1', 'date: yesterday', 'x: '],
        ...['__proto__: 1', 'constructor: 1', `x-long: ${'a'.repeat(7_000)}`, `x-too-long: ${'a'.repeat(17_000)}`],
      ].map((line) => line.split(/: (.*)/s, 2)),
    ),
    { maxLength: 3 },
  )
  .map((pairs) => Object.fromEntries(pairs));

/** With overlong headers, the server does not know the method, so its response to HEAD would have a body. */
export const withoutLongHead = (request) =>
  request.method === 'HEAD' && request.path.length + JSON.stringify(request.headers).length > 15_000
    ? { ...request, method: 'GET' }
    : request;
