import { compileShape, type Scan, scanJson } from '.';

function textsOf<Name extends string>(scan: Scan<Name>, name: Name): string[] {
  return scan.all(name).map((span) => scan.text(span));
}

const scanOf = <Name extends string>(text: string, paths: Record<Name, string | string[]>) =>
  scanJson(Buffer.from(text), compileShape(paths));

describe('compileShape', () => {
  it('ignores decoys in strings and nested objects', () => {
    const text =
      '{"a":"\\"reel\\":{\\"items\\":[0]}","b":{"reel":{"items":[1]}},"items":2,"reel":{"x":{"items":3},"items":[4]}}';
    expect(textsOf(scanOf(text, { items: 'reel.items' }), 'items')).toEqual(['[4]']);
  });

  it('matches elements of arrays, of nested arrays and of a root array', () => {
    expect(textsOf(scanOf('[{"id":1},[2,3],{"id":4}]', { ids: '[].id' }), 'ids')).toEqual(['1', '4']);
    expect(textsOf(scanOf('{"a":[[1,2],3,[4]]}', { deep: 'a[][]' }), 'deep')).toEqual(['1', '2', '4']);
  });

  it('matches every key that contains a stem', () => {
    const text = '{"1$timeline(_data:{…})":{"more":1},"line":{"more":2},"time":{"more":3}}';
    expect(textsOf(scanOf(text, { more: '~timeline.more' }), 'more')).toEqual(['1']);
    expect(textsOf(scanOf(text, { more: '~line.more' }), 'more')).toEqual(['1', '2']);
    expect(textsOf(scanOf(text, { more: '~.more' }), 'more')).toEqual(['1', '2', '3']);
  });

  it('matches the same values whatever other paths the shape has', () => {
    const scan = scanOf('{"ab":{"x":1,"y":2}}', { whole: 'ab.x', stem: '~a.y', both: ['~b.x', 'ab.y'] });
    expect([textsOf(scan, 'whole'), textsOf(scan, 'stem'), textsOf(scan, 'both')]).toEqual([['1'], ['2'], ['1', '2']]);
  });

  it('matches whole documents, including scalars', () => {
    expect(textsOf(scanOf(' "\\u00e9" ', { document: '' }), 'document')).toEqual(['é']);
  });

  it('matches keys by their decoded text', () => {
    expect(textsOf(scanOf('{"\\u0061\\/b":1}', { found: 'a/b' }), 'found')).toEqual(['1']);
  });

  it.each(['.', 'a.', '.a', 'a..b', 'a[', 'a[0]', 'a]', '[]a'])('rejects the path %j', (path) => {
    expect(() => compileShape({ path })).toThrow(TypeError);
  });

  it('rejects more than 31 branches at one place', () => {
    const paths = Array.from({ length: 32 }, (_, index) => `key${index}`);
    expect(textsOf(scanOf('{"key30":7}', { found: paths.slice(0, 31) }), 'found')).toEqual(['7']);
    expect(() => compileShape({ paths })).toThrow(TypeError);
  });

  it('rejects more than 6 stems at one place', () => {
    const stems = Array.from({ length: 7 }, (_, index) => `~stem${index}`);
    expect(textsOf(scanOf('{"stem5 and stem2":7}', { found: stems.slice(0, 6) }), 'found')).toEqual(['7', '7']);
    expect(() => compileShape({ stems })).toThrow(TypeError);
  });

  it('accepts a name without paths, which matches nothing', () => {
    expect(scanOf('{}', { none: [] }).one('none')).toBeUndefined();
  });
});

describe('scanJson', () => {
  it('resolves duplicate keys in favour of the last one, as JSON.parse does', () => {
    const scan = scanOf('{"a":1,"\\u0061":2}', { a: 'a' });
    expect(textsOf(scan, 'a')).toEqual(['2']);
    expect(scan.text(scan.one('a')!.overridden!)).toBe('1');
  });

  it('discards the matches inside members that a duplicate key overrides', () => {
    const paths = { items: 'reel.items', other: 'other' };
    expect(textsOf(scanOf('{"reel":{"items":[1]},"other":2,"reel":null}', paths), 'items')).toEqual([]);
    expect(textsOf(scanOf('{"reel":{"items":[1]},"other":2,"reel":null}', paths), 'other')).toEqual(['2']);
  });

  it('overrides only members with the same key when one stem matches several keys', () => {
    const scan = scanOf('{"o":{"a":1,"b":[{"c":2}],"\\u0062":[{"c":3}],"d":4,"a" :5}}', { any: 'o.~', c: 'o.~[].c' });
    expect([textsOf(scan, 'any'), textsOf(scan, 'c')]).toEqual([['[{"c":3}]', '4', '5'], ['3']]);
  });

  it('does not treat equal keys of different objects as duplicates', () => {
    expect(textsOf(scanOf('{"a":[{"b":1},{"b":2}]}', { b: 'a[].b' }), 'b')).toEqual(['1', '2']);
  });
});

describe('Scan', () => {
  const paths = { items: 'items', item: 'items[]', pk: 'items[].pk', cursor: 'cursor' };
  const text = '{"items":[ {"pk":98765432109876543210} , {"pk":"\\u0031"} ],"cursor":"a\\n\\"é\\ud800"}';
  const scan = scanOf(text, paths);

  it('returns the positions of values and their keys', () => {
    const { start, end, memberStart } = scan.one('cursor')!;
    expect(scan.body.toString('utf8', memberStart, end)).toBe('"cursor":"a\\n\\"é\\ud800"');
    expect(scan.body.toString('utf8', start, start + 2)).toBe('"a');
    expect(scan.all('item').map((span) => span.memberStart)).toEqual([undefined, undefined]);
  });

  it('returns the matches within a span', () => {
    const [one, other] = scan.all('item');
    expect(scan.within(one!, 'pk')).toEqual([scan.all('pk')[0]]);
    expect(scan.within(other!, 'pk')).toEqual([scan.all('pk')[1]]);
    expect(scan.within(scan.one('cursor')!, 'pk')).toEqual([]);
    expect(scan.within(scan.one('items')!, 'pk')).toHaveLength(2);
  });

  it('returns all digits of a number and decoded strings', () => {
    expect(textsOf(scan, 'pk')).toEqual(['98765432109876543210', '1']);
    expect(scan.text(scan.one('cursor')!)).toBe('a\n"é\ud800');
  });

  it.each([
    ['{}', 'object', true],
    ['[ \n]', 'array', true],
    ['[0]', 'array', false],
    ['{"a":0}', 'object', false],
    ['""', 'string', false],
    ['-1.5', 'number', false],
    ['true', 'true', false],
    ['false', 'false', false],
    ['null', 'null', false],
  ])('returns the type of %s and whether it is an empty container', (value, type, isEmpty) => {
    const found = scanOf(`{"cursor":${value}}`, paths);
    expect(found.one('cursor')?.type).toBe(type);
    expect(found.isEmpty(found.one('cursor')!)).toBe(isEmpty);
  });
});
