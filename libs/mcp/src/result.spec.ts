import { type SchemaName, schemas } from '@loupe/dto';
import fc from 'fast-check';
import { nextAfter } from './pages';
import { resultOf } from './result';
import { Session } from './session';
import { ToolRun } from './tool-run';
import { conciseView, picked } from './views';

type View = (value: unknown) => unknown;

const maxBytes = 6_000;
const runOf = () =>
  new ToolRun({ unitPriceMicros: 600n, budgetAdvice: '' }, { call: jest.fn(), session: new Session(0n) });
const textsOf = ({ content }: ReturnType<typeof resultOf>) => content.map((one) => ('text' in one ? one.text : ''));

describe('resultOf', () => {
  it('returns valid JSON within the size limit for any response', () => {
    const anything = fc.oneof(fc.jsonValue(), fc.string({ minLength: 3_000, maxLength: 9_000 }));
    const views = [(value: unknown) => value, conciseView('Media'), conciseView('Profile'), conciseView('SearchUnit')];
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), anything)), fc.constantFrom(...views), (items, view) => {
        const list = { pages: [{ token: undefined, offset: 0, items }], next: undefined };
        for (const shown of [
          { title: 'x', view, list },
          { title: 'x', view, object: items[0] ?? null },
        ]) {
          const [summary, data] = textsOf(resultOf(shown, runOf(), maxBytes));
          expect(Buffer.byteLength(`${summary}${data}`)).toBeLessThanOrEqual(maxBytes);
          expect(() => JSON.parse(data!.split('\n').slice(1).join('\n'))).not.toThrow();
        }
      }),
    );
  });

  it('removes hidden and reordering characters from every member', () => {
    const texts = { pk: '1', username: 'a\u202eb', biography: 'one\ntwo\u0007\u2066three' };
    const tricky = { ...texts, 'x\u200b': { y: '\u{e0041}z' } };
    const plain = { pk: '1', username: 'ab', biography: 'one\ntwothree' };
    const views: [View, unknown][] = [
      [conciseView('Profile'), plain],
      [(value) => value, { ...plain, x: { y: 'z' } }],
      [(value) => picked(value, new Map([['username', undefined]])), { username: 'ab' }],
    ];
    for (const [view, shown] of views) {
      const list = { pages: [{ token: undefined, offset: 0, items: [tricky] }], next: undefined };
      const title = 'of \u{e0041}a\u200bb';
      const [summary, data] = textsOf(resultOf({ title, view, object: tricky }, runOf(), maxBytes));
      expect(summary).toMatch(/^of ab\n/);
      expect(JSON.parse(data!.split('\n')[1]!)).toEqual(shown);
      const [, items] = textsOf(resultOf({ title, view, list }, runOf(), maxBytes));
      expect(JSON.parse(items!.split('\n')[1]!)).toEqual([shown]);
    }
  });

  it('returns cursors that show every item exactly once', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 5 }), fc.nat({ max: 45 }), (sizes, shown) => {
        const pages = sizes.map((size, index) => ({
          token: index === 0 ? undefined : `t${index}`,
          offset: 0,
          items: Array.from({ length: size }, () => index),
        }));
        const all = pages.flatMap(({ items }) => items);
        const next = nextAfter({ pages, next: 'end' }, Math.min(shown, all.length));
        if (shown >= all.length) return expect(next).toBe('end');
        const [token, offset] = next!.split('+');
        const at = pages.findIndex((page) => (page.token ?? '') === token);
        const before = pages.slice(0, at).reduce((sum, { items }) => sum + items.length, 0);
        expect(before + Number(offset)).toBe(shown);
      }),
    );
  });
});

describe('conciseView', () => {
  it('keeps only the largest file of each image', () => {
    const files = [320, 1080, 640].map((width) => ({ width, height: width, url: `u${width}` }));
    expect(conciseView('Profile')({ hd_profile_pic_versions: files })).toEqual({ hd_profile_pic_versions: [files[1]] });
  });

  it('accepts an empty object for every schema', () => {
    for (const name of Object.keys(schemas) as SchemaName[]) expect(() => conciseView(name)({})).not.toThrow();
  });
});
