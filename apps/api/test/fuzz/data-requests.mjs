// Draws requests to the data API: requests that its OpenAPI document allows, and requests with every kind of mistake.
import fc from 'fast-check';
import { encoded, hostileText, oddHeaders, spelled, withoutLongHead } from './hostile-values.mjs';

const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'QUERY', 'FOO', 'M-SEARCH'];
const unknownNames = ['Cursor', 'cursor[]', 'api_key', 'x', '__proto__', 'constructor', '', '%00', '%zz', 'user_id%00'];

export function dataRequests(world) {
  return fc.oneof(...world.operations.map((operation) => requestTo(operation, world)));
}

function requestTo(operation, world) {
  const { parameters } = operation;
  const valid = fc.tuple(...parameters.map((parameter) => sent(parameter, validValue(parameter, world))));
  const mutated = fc
    .tuple(valid, fc.nat(), fc.tuple(...parameters.map((one) => fc.array(hostileValue(one, world), { maxLength: 2 }))))
    .map(([values, at, hostile]) =>
      values.map((value, index) => (index === at % values.length ? hostile[index] : value)),
    );
  const hostile = fc.tuple(
    ...parameters.map((parameter) => fc.array(hostileValue(parameter, world), { maxLength: 2 })),
  );
  const issued = world.cursors.filter((cursor) => cursor.operation === operation);
  const continued = fc.constantFrom(...issued.map(({ values }) => values), parameters.map(exampleOf));
  const rarely = (usual, odd, weight = 1) =>
    fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight, arbitrary: odd });
  return fc
    .record({
      values: fc.oneof(
        { weight: 3, arbitrary: valid },
        { weight: 1, arbitrary: continued },
        { weight: 5, arbitrary: mutated },
        { weight: 2, arbitrary: hostile },
      ),
      unknown: rarely([], fc.array(fc.tuple(fc.constantFrom(...unknownNames), spelled(hostileText)), { maxLength: 3 })),
      many: rarely(0, fc.constantFrom(1, 50, 1_000)),
      damage: rarely('none', fc.constantFrom('slash', 'slashes', 'case', 'further', 'absolute', 'encoded', 'doubled')),
      method: rarely('GET', fc.constantFrom(...methods)),
      key: rarely(world.keys.own, keyValue(world), 3),
      headers: rarely({}, oddHeaders, 3),
      body: rarely(undefined, fc.constantFrom('', 'hello', '{"a":1}', 'a'.repeat(70_000))),
    })
    .map((parts) => compose(operation, parts));
}

function compose({ path: template, parameters }, { values, unknown, many, damage, method, key, headers, body }) {
  const pairs = [];
  let path = template;
  parameters.forEach(({ name, in: place }, index) => {
    for (const value of values[index]) {
      if (place === 'path') path = path.replace(`{${name}}`, () => value);
      else pairs.push(`${name}=${value}`);
    }
  });
  pairs.push(...unknown.map(([name, value]) => `${name}=${value}`));
  for (let copy = 0; copy < many; copy++) pairs.push(many === 1 ? (pairs[0] ?? '') : `p${copy}=${copy}`);
  const search = pairs.length > 0 ? `?${pairs.join('&')}` : '';
  const address = damaged(path.replace(/\{\w+\}/g, ''), damage) + search;
  return withoutLongHead({ method, path: address, headers: { ...headers, ...key }, body });
}

function damaged(path, damage) {
  switch (damage) {
    case 'slash':
      return `${path}/`;
    case 'slashes':
      return path.replaceAll('/', '//');
    case 'case':
      return path.replace(/^\/\w/, (start) => start.toUpperCase());
    case 'further':
      return `${path}/further`;
    case 'absolute':
      return `http://evil.example${path}`;
    case 'encoded':
      return path.replace(/^\/(\w)/, (_, letter) => `/%${letter.charCodeAt(0).toString(16)}`);
    case 'doubled':
      return path + path;
    default:
      return path;
  }
}

const exampleOf = ({ required, example, in: place }) =>
  (required || place === 'path') && example !== undefined ? [encoded(example)] : [];

const sent = ({ required }, value) =>
  required
    ? value.map((one) => [one])
    : fc.oneof(
        fc.constant([]),
        value.map((one) => [one]),
      );

function validValue({ name, schema, example }, world) {
  const ids = [...(world.ids[name] ?? []), ...(example === undefined ? [] : [example])];
  if (ids.length > 0) return fc.constantFrom(...ids).map(encoded);
  if (schema.type === 'boolean') return fc.constantFrom('true', 'false', '1', '0');
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum, max: schema.maximum }).map(String);
  if (schema.type === 'number') return fc.double({ min: schema.minimum, max: schema.maximum, noNaN: true }).map(String);
  if (/cursor|max_id|min_id/.test(name)) return fc.constantFrom(...world.cursors).map(({ token }) => encoded(token));
  return fc.string({ minLength: 1, maxLength: 20 }).map(encoded);
}

function hostileValue({ name }, world) {
  const anything = spelled(hostileText);
  if (!/cursor|max_id|min_id/.test(name)) return anything;
  return fc.oneof({ weight: 3, arbitrary: damagedCursor(world).map(encoded) }, { weight: 1, arbitrary: anything });
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** An issued cursor that is damaged: one letter changed, inserted or removed, or the whole cut, doubled, reversed, … */
function damagedCursor({ cursors }) {
  const changes = [
    (token, at, letter) => token.slice(0, at) + letter + token.slice(at + 1),
    (token, at, letter) => token.slice(0, at) + letter + token.slice(at),
    (token, at) => token.slice(0, at) + token.slice(at + 1),
    (token, at) => token.slice(0, at),
    (token, at) => token.slice(at),
    (token) => token + token,
    (token) => `${token}=`,
    (token) => ` ${token}`,
    (token) => `${token}\n`,
    (token) => [...token].reverse().join(''),
    (token) => Buffer.from(token).toString('base64url'),
    (token) => token.toLowerCase(),
  ];
  return fc
    .tuple(fc.constantFrom(...cursors), fc.constantFrom(...changes), fc.nat(), fc.constantFrom(...letters))
    .map(([{ token }, change, at, letter]) => change(token, at % token.length, letter));
}

/** Headers whose key is usually wrong: missing, mistyped, of another account, sent twice, or in the wrong place. */
function keyValue({ keys }) {
  const own = keys.own['x-api-key'];
  const flipped = fc
    .tuple(fc.nat(own.length - 1), fc.constantFrom(...letters))
    .map(([at, letter]) => own.slice(0, at) + letter + own.slice(at + 1));
  const values = fc.constantFrom(
    '',
    own.slice(0, -1),
    `${own}A`,
    own.toUpperCase(),
    `Bearer ${own}`,
    ` ${own} `,
    '\xff',
  );
  return fc.oneof(
    fc.constant({}),
    ...Object.values(keys).map((one) => fc.constant(one)),
    fc.oneof(flipped, values, fc.constant('k'.repeat(7_000))).map((text) => ({ 'x-api-key': text })),
    fc.constantFrom([own, own], [own, ''], ['', own]).map((several) => ({ 'x-api-key': several })),
    fc.constantFrom(own, `Bearer ${own}`).map((text) => ({ authorization: text })),
  );
}
