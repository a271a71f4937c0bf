import fc from 'fast-check';
import { objectText } from '../test/json-text';
import { type SlowMember, slowParse } from '../test/slow-json';
import { assemble, compileShape, objectWith, scanJson } from '.';

const shape = compileShape({ document: '', a: 'a', b: 'b', c: 'c', pk: 'pk', deep: 'b.a', item: 'a[]', stem: '~zzz' });
type Name = 'a' | 'b' | 'c' | 'pk' | 'deep' | 'item' | 'stem';

function changed(text: string, omit: readonly Name[], set: Partial<Record<Name, string>> = {}): string {
  const scan = scanJson(Buffer.from(text), shape);
  const omitted = omit.flatMap((name) => scan.all(name));
  return assemble([objectWith(scan, scan.one('document')!, { omit: omitted, set })]).toString();
}

describe('objectWith and omitted members, where deep is b.a and item is a[]', () => {
  it.each([
    ['{"a":1,"b":2,"c":3}', ['a'], '{"b":2,"c":3}'],
    ['{"a":1,"b":2,"c":3}', ['b'], '{"a":1,"c":3}'],
    ['{"a":1,"b":2,"c":3}', ['c'], '{"a":1,"b":2}'],
    ['{"a":1,"b":2,"c":3}', ['b', 'c'], '{"a":1}'],
    ['{"a":1,"b":2,"c":3}', ['c', 'a', 'b'], '{}'],
    ['{ "a" : 1 , "b" : 2 , "c" : 3 }', ['b'], '{ "a" : 1 ,  "c" : 3 }'],
    ['{ "a" : 1 , "b" : 2 }', ['b'], '{ "a" : 1  }'],
    ['{"a":1,"x":0,"a":2,"a":3}', ['a'], '{"x":0}'],
    ['{"b":{"a":1,"pk":2},"a":3}', ['deep'], '{"b":{"pk":"2"},"a":3}'],
    ['{"b":{"a":1},"a":3}', ['b', 'deep'], '{"a":3}'],
    ['{"a":[1,2],"b":3}', ['item'], '{"a":[],"b":3}'],
    ['{"x":1}', ['a'], '{"x":1}'],
  ] as const)('turns %s without %j into %s', (text, omit, expected) => {
    expect(changed(text, omit)).toBe(expected);
  });
});

it('objectWith ignores omitted spans outside its object', () => {
  const inner = compileShape({ object: 'b', a: ['a', 'b.a'] });
  const scan = scanJson(Buffer.from('{"a":1,"b":{"a":2,"c":3},"a":4}'), inner);
  const part = objectWith(scan, scan.one('object')!, { omit: scan.all('a') });
  expect(assemble([part]).toString()).toBe('{"c":3}');
});

describe('objectWith and set members, where deep is b.a', () => {
  it.each([
    ['{"a" : 1,"b":2}', { a: '"x"' }, '{"a" : "x","b":2}'],
    ['{"a":1}', { b: 'true', c: '[]' }, '{"a":1,"b":true,"c":[]}'],
    ['{ }', { a: '1' }, '{ "a":1}'],
    ['{"pk":7}', { pk: '"7_8"' }, '{"pk":"7_8"}'],
    ['{"b":{"a":1}}', { deep: '2' }, '{"b":{"a":2}}'],
    ['{"a":1,"a":2}', { a: '3' }, '{"a":1,"a":3}'],
    ['{"a":"é"}', { b: '"漢😀"' }, '{"a":"é","b":"漢😀"}'],
  ])('turns %s with %j into %s', (text, set, expected) => {
    expect(changed(text, [], set)).toBe(expected);
  });

  it('omits and sets members in one call without a stray comma', () => {
    expect(changed('{"a":1,"b":2}', ['a', 'b'], { c: '3' })).toBe('{"c":3}');
    expect(changed('{"a":1,"b":2,"c":3}', ['a', 'c'], { b: '0', pk: '"9"' })).toBe('{"b":0,"pk":"9"}');
    expect(changed('{"b":{"a":1}}', ['b'], { deep: '2' })).toBe('{"a":2}');
  });

  it('throws a TypeError for a span that is not an object and for a value without a key', () => {
    expect(() => changed('[1]', [])).toThrow(TypeError);
    expect(() => changed('{}', [], { stem: '1' })).toThrow(TypeError);
    expect(() => changed('{}', [], { item: '1' })).toThrow(TypeError);
  });
});

it('objectWith keeps the bytes of all other members of an arbitrary object', () => {
  const names = fc.subarray(['a', 'b', 'c', 'pk'] as const);
  fc.assert(
    fc.property(objectText, names, names, (text, omit, set) => {
      const toSet = set.filter((name) => !omit.includes(name));
      const values = Object.fromEntries(toSet.map((name) => [name, '"set"']));
      const before = slowParse(text).members;
      const isLast = (member: SlowMember) => before.findLast(({ key }) => key === member.key) === member;
      const isSet = (member: SlowMember) => member.key in values && isLast(member);
      const expected = before
        .filter(({ key }) => !omit.some((name) => name === key))
        .map((member) => [member.key, isSet(member) ? '"set"' : member.value.answer.trim()]);
      for (const name of toSet) if (!before.some(({ key }) => key === name)) expected.push([name, '"set"']);

      const after = slowParse(changed(text, omit, values));
      expect(after.members.map(({ key, value }) => [key, value.text.trim()])).toEqual(expected);
      JSON.parse(after.text);
    }),
    { numRuns: 500 },
  );
});
