import fc from 'fast-check';
import { cutJson, type Wanted } from './cut';

const tree = (...paths: string[]): Wanted => {
  const wanted = new Map<string, Wanted | undefined>();
  for (const path of paths) {
    let level = wanted;
    const names = path.split('.');
    for (const name of names.slice(0, -1)) {
      if (!level.get(name)) level.set(name, new Map());
      level = level.get(name) as typeof wanted;
    }
    level.set(names.at(-1)!, undefined);
  }
  return wanted;
};
const cut = (json: string, ...paths: string[]) => cutJson(Buffer.from(json), tree(...paths)).json.toString();

function picked(value: unknown, wanted: Wanted | undefined): unknown {
  if (!wanted) return value;
  if (Array.isArray(value)) return value.map((one) => picked(one, wanted)).filter((one) => one !== undefined);
  if (typeof value !== 'object' || value === null) return undefined;
  const members = Object.entries(value).filter(([name]) => wanted.has(name));
  const cutMembers = members.map(([name, one]) => [name, picked(one, wanted.get(name))] as const);
  return Object.fromEntries(cutMembers.filter(([, one]) => one !== undefined));
}

describe('cutJson', () => {
  it('keeps selected members byte for byte and in order', () => {
    const json = '{"a" : 1.0 , "b":{"x":[ 1,2 ],"y":"\\u00e9"} ,"c":-1E+2, "d":null}';
    expect(cut(json, 'd', 'a')).toBe('{"a" : 1.0,"d":null}');
    expect(cut(json, 'b.x', 'c')).toBe('{"b":{"x":[ 1,2 ]},"c":-1E+2}');
    expect(cut(json, 'b.y')).toBe('{"b":{"y":"\\u00e9"}}');
  });

  it('selects within arrays and drops their scalar elements', () => {
    const json = '{"v":[{"url":"1","w":2},null,7,[{"url":"3"}],{}],"n":null,"s":"text"}';
    expect(cut(json, 'v.url', 'n.x', 's.x', 'absent')).toBe('{"v":[{"url":"1"},[{"url":"3"}],{}]}');
    expect(cut('[{"a":1,"b":2},{"b":3}]', 'a')).toBe('[{"a":1},{}]');
  });

  it('names the paths that no member matched', () => {
    const json = '{"v":[{"url":1},{"w":2}],"n":null,"e":[],"s":"text"}';
    const wanted = tree('v.url', 'v.w', 'v.x', 'n.x', 'e.x', 's', 'absent', 'a.b.c');
    expect(cutJson(Buffer.from(json), wanted).unmatched).toEqual(['v.x', 'n.x', 'e.x', 'absent', 'a.b.c']);
    expect(cutJson(Buffer.from('7'), tree('a')).unmatched).toEqual(['a']);
  });

  it('matches escaped and non-ASCII names and keeps duplicate members', () => {
    expect(cut('{"\\u0070k":1,"é":2,"pk":3,"x\\"":4}', 'pk', 'é')).toBe('{"\\u0070k":1,"é":2,"pk":3}');
    expect(cut('{"x\\\\":"\\\\\\"","y":"]}"}', 'x\\', 'y')).toBe('{"x\\\\":"\\\\\\"","y":"]}"}');
  });

  it('drops deeply nested arrays without overflowing the stack', () => {
    const deep = `{"a":${'['.repeat(50_000)}{"b":1}${']'.repeat(50_000)},"c":{"b":2}}`;
    expect(cut(deep, 'a.b', 'c.b').replace(/[[\]]/g, '')).toBe('{"a":,"c":{"b":2}}');
  });

  it('selects the same members as a selection from the parsed tree', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'é', 'x"y', '');
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium' },
        fc.jsonValue({ maxDepth: 0 }),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(names, tie('value'), { maxKeys: 5 }),
      ),
    })).value;
    const object = fc.dictionary(names, json);
    const paths = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'é', 'x"y'), { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 5,
    });
    const space = fc.constantFrom(undefined, 1, '\t');
    fc.assert(
      fc.property(object, paths, space, (value, wantedPaths, indent) => {
        const wanted = tree(...wantedPaths.map((path) => path.join('.')));
        const result = cutJson(Buffer.from(JSON.stringify(value, null, indent)), wanted).json.toString();
        expect(JSON.parse(result)).toEqual(JSON.parse(JSON.stringify(picked(value, wanted))));
      }),
      { numRuns: 2_000 },
    );
  });
});
