import fc from 'fast-check';
import { type CursorKind, digitsCursor, hexCursor, offsetCursor, opaqueCursor, rankedCommentsCursor } from './cursors';
import { type Page, pageOf } from './paging';

const kinds: Readonly<Record<string, (list: number) => CursorKind>> = {
  opaque: (list) => opaqueCursor('QVFE', list),
  hexadecimal: hexCursor,
  decimal: digitsCursor,
  'comments’': rankedCommentsCursor,
};
const healthy = { quirk: undefined, badCursor: 'page_one' } as const;
const lists = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const offsets = fc.nat(40_000);

describe('cursors', () => {
  test.each(Object.entries(kinds))('%s cursors decode to the encoded offset', (_, kind) => {
    fc.assert(fc.property(lists, offsets, (list, offset) => kind(list).read(kind(list).write(offset)) === offset));
  });

  test.each(Object.entries(kinds))('%s cursors are rejected by another list', (_, kind) => {
    fc.assert(
      fc.property(lists, lists, offsets, (one, other, offset) => {
        fc.pre(one !== other);
        return kind(other).read(kind(one).write(offset)) === undefined;
      }),
    );
  });

  test.each(Object.entries(kinds))('%s cursors are rejected if changed or made up', (_, kind) => {
    fc.assert(fc.property(lists, fc.string(), (list, text) => kind(list).read(text) === undefined));
    fc.assert(
      fc.property(lists, offsets, (list, offset) => kind(list).read(`${kind(list).write(offset)}0`) === undefined),
    );
  });
});

describe('pages', () => {
  test('every item of a list appears exactly once for any page size', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 50 }), (list, size) => {
        const seen: number[] = [];
        let cursor: string | null = null;
        do {
          const page: Page<number> = pageOf(list, { cursor, size, kind: offsetCursor, treatment: healthy });
          expect(page.more).toBe(page.cursor !== null);
          seen.push(...page.items);
          cursor = page.cursor;
        } while (cursor !== null);
        expect(seen).toEqual(list);
      }),
    );
  });

  test('an offset beyond the end gives an empty last page', () => {
    const page = pageOf([1, 2, 3], { cursor: '900', size: 2, kind: offsetCursor, treatment: healthy });
    expect(page).toMatchObject({ items: [], cursor: null, more: false });
  });
});
