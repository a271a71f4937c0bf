import fc from 'fast-check';
import { typedText } from '../test/json-text';
import { rewritten } from '../test/rewritten';
import { slowParse } from '../test/slow-json';
import { compileShape, scanJson } from '.';

const paths = { document: '', a: 'a', media: 'items[].media' };
const plain = compileShape(paths, { addPlainKeys: true });
const untouched = compileShape(paths);

type Tree = null | boolean | number | string | Tree[] | { [key: string]: Tree };

function withPlainKeys(tree: Tree): Tree {
  if (Array.isArray(tree)) return tree.map(withPlainKeys);
  if (tree === null || typeof tree !== 'object') return tree;
  const object = Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, withPlainKeys(value)]));
  const typed = Object.entries(tree).filter(([key]) => /^1[lf]./.test(key));
  for (const [key, value] of typed) {
    const name = key.slice(2);
    const isLast = typed.findLast(([other]) => other.slice(2) === name)![0] === key;
    if (isLast && !(name in tree) && (value === null || typeof value !== 'object')) object[name] = value;
  }
  return object;
}

describe('compileShape with addPlainKeys', () => {
  it.each([
    ['{"1ltaken_at":1775600000}', '{"1ltaken_at":1775600000,"taken_at":1775600000}'],
    ['{"1flat":52.50,"name":"Berlin"}', '{"1flat":52.50,"name":"Berlin","lat":52.50}'],
    ['{"c":{"1la":1},"1lb":null}', '{"c":{"1la":1,"a":1},"1lb":null,"b":null}'],
    ['[{ "1la" : "\\u00e9" }]', '[{ "1la" : "\\u00e9" ,"a":"\\u00e9"}]'],
    ['{"1lid":9,"1lpk":-1}', '{"1lid":"9","1lpk":"-1","id":"9","pk":"-1"}'],
    ['{"1ln":9007199254740993}', '{"1ln":"9007199254740993","n":"9007199254740993"}'],
    ['{"\\u0031la":1}', '{"\\u0031la":1,"a":1}'],
  ])('turns %s into %s', (text, expected) => {
    expect(rewritten(text, plain)).toBe(expected);
  });

  it.each([
    '{"1la":1,"a":2}',
    '{"a":{},"1la":1}',
    '{"\\u0061":1,"1la":1}',
    '{"1la":{"b":1},"1lc":[1]}',
    '{"1l":1,"1x":2,"l1a":3,"11la":4}',
    '{"1l\\n":1}',
    '{}',
    '[1,"1la"]',
  ])('does not change %s', (text) => {
    expect(rewritten(text, plain)).toBe(text);
  });

  it('adds no plain keys unless the option is set', () => {
    expect(rewritten('{"1la":1}', untouched)).toBe('{"1la":1}');
    fc.assert(fc.property(typedText, (text) => expect(rewritten(text, untouched)).toBe(slowParse(text).answer.trim())));
  });

  it('adds the same members to a text as a reference implementation adds to the parsed tree', () => {
    const key = fc.constantFrom('1la', '1fa', 'a', '1lb', 'b', '1fc', '1l1la', 'x');
    const tree = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        fc.constantFrom(null, true, 0.5, 7, 'é"'),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 6, noNullPrototype: true }),
      ),
    })).tree;
    fc.assert(
      fc.property(tree, (before) => {
        expect(JSON.parse(rewritten(JSON.stringify(before), plain))).toEqual(withPlainKeys(before));
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps all other bytes and never creates a duplicate key, whatever the spelling of the keys', () => {
    fc.assert(
      fc.property(typedText, (text) => {
        const answer = rewritten(text, plain);
        expect(answer).toBe(slowParse(text, { addsPlainKeys: true }).answer.trim());
        JSON.parse(answer);
      }),
      { numRuns: 3000 },
    );
  });

  it('includes the plain keys in matched spans', () => {
    const scan = scanJson(Buffer.from('{"items":[{"media":{"1la":1}},{"media":{"1lpk":2}}],"a":3}'), plain);
    const found = [...scan.all('media'), scan.one('a')!].map(({ start, end }) =>
      scan.body.toString('utf8', start, end),
    );
    expect(found).toEqual(['{"1la":1,"a":1}', '{"1lpk":"2","pk":"2"}', '3']);
  });
});
