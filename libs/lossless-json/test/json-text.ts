import fc from 'fast-check';

// Generates JSON text in any valid spelling, including those that no serializer writes.

const noSpace = { weight: 5, arbitrary: fc.constant('') };
const space = fc.oneof(noSpace, fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r') }));

const escapes = ['\\u0070k', '\\ud83c', '\\ud83c\\udfd4', '\\/', '\\\\', '\\uABCD', '\\"pk\\":1', '{\\"users\\":['];
const stringPiece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => JSON.stringify(text).slice(1, -1)),
  fc.constantFrom(...escapes, '\u007f', '\u2028', 'é', '漢', '😀'),
  fc.constantFrom('a'.repeat(70), 'https://cdn.example/p.jpg?'.repeat(12)),
);
const string = fc.array(stringPiece, { maxLength: 4 }).map((pieces) => `"${pieces.join('')}"`);

const idKeys = [
  'pk',
  '\\u0070k',
  'id',
  'fbid',
  'fbid_v2',
  'media_pk',
  'user_\\u0069d',
  'media_ids',
  'page_fbid',
  '_id',
];
const plainKeys = ['ids', 'pks', 'fbid_v3', 'x_fbid_v2', 'paid', 'pk_', 'Pk', 'like_count', 'strong_id__', '', 'd'];
const pathKeys = ['users', '\\u0075sers', 'items', 'media', '1$timeline(x:$y)'];

const unsafe = ['9007199254740992', '-9007199254740992', '9999999999999999', '12345678901234567890'];
const integer = fc.oneof(
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.constantFrom('-0', '0', '7', '-20', '9007199254740991', '-9007199254740991', ...unsafe),
);
const real = fc.constantFrom('1.0', '1e5', '-0.0', '0E-12', '12345678901234567890.5', '1E+400', '123456789012345678e0');

function value(key: fc.Arbitrary<string>, number: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const literal = fc.constantFrom('true', 'false', 'null');
  return fc.letrec<{ value: string; object: string; array: string }>((tie) => {
    const spaced = fc.tuple(space, tie('value'), space).map((texts) => texts.join(''));
    const member = fc.tuple(space, key, space, spaced).map(([lead, name, gap, of]) => `${lead}${name}${gap}:${of}`);
    return {
      value: fc.oneof(
        { maxDepth: 6, withCrossShrink: true },
        fc.oneof(number, string, literal, real),
        { arbitrary: tie('object'), weight: 3 },
        { arbitrary: tie('array'), weight: 2 },
      ),
      object: fc.array(member, { maxLength: 6 }).map((members) => `{${members.join(',') || ' '}}`),
      array: fc.array(spaced, { maxLength: 5 }).map((elements) => `[${elements.join(',')}]`),
    };
  }).value;
}

const keyOf = (...keys: string[]) => fc.constantFrom(...keys.map((key) => `"${key}"`));
const anyKey = fc.oneof({ weight: 6, arbitrary: keyOf(...idKeys, ...plainKeys, ...pathKeys) }, string);

export const jsonText = fc.tuple(space, value(anyKey, integer), space).map((texts) => texts.join(''));

/** A document that the id rule does not change. */
export const jsonTextWithoutIds = value(keyOf(...plainKeys, ...pathKeys), fc.integer().map(String));

const typedKeys = [
  '1la',
  '1fa',
  'a',
  '\\u0061',
  '\\u0031la',
  '1l1la',
  '1l\\n',
  '1l',
  '1f\\u0061',
  '1lé',
  'é',
  '1lpk',
  'pk',
  '1la_ids',
];

export const typedText = fc.tuple(space, value(keyOf(...typedKeys), integer), space).map((texts) => texts.join(''));

const anyValue = value(anyKey, integer);

export const searchedText = fc
  .array(
    fc
      .tuple(anyValue, anyValue)
      .chain(([one, other]) =>
        fc.constantFrom(
          `"items":[{"media":${one}},${other},{"media":{"pk":1},"media":${other}}]`,
          `"media":{"max":${one},"x":{"pk":${other}},"max":{"pk":2}}`,
          `"\\u0075sers":[[${one},7],${other}]`,
          `"users":${one}`,
          `"1$timeline":{"users":${one}}`,
          `"timeline.2":{"users":{"users":${one}},"u":${other}}`,
        ),
      ),
    { maxLength: 5 },
  )
  .map((members) => `{${members.join(',')}}`);

export const jsonRows = fc.array(
  jsonText.filter((text) => /^\s*[{[]/.test(text)),
  { minLength: 1, maxLength: 4 },
);

export const objectText = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'pk'), space, value(anyKey, integer), space), { maxLength: 6 })
  .map((members) => `{${members.map(([key, lead, of, trail]) => `${lead}"${key}":${of}${trail}`).join(',')}}`);
