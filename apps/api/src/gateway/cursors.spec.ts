import { operations } from '@loupe/dto';
import fc from 'fast-check';
import { TokenCipher } from '../platform/secrets/token-cipher';
import type { Call } from './call';
import { Cursors, type OpenedCursor, type UpstreamCursor } from './cursors';

const cipher = new TokenCipher(['a secret of thirty-two characters']);
const cursors = new Cursors(cipher);
const { followers } = operations.users;

/** The part of a call that cursors use. */
const call = (params: object, operation: object = followers) => ({ operation, params }) as unknown as Call;
const first = call({ user_id: '1001' });
const cursorOf = (text: string): UpstreamCursor => [text, '', ''];

/** Paging through a list whose pages name each other like this, by page number from 0. */
function walked(next: readonly (number | undefined)[]): { pages: number[]; end: string } {
  const pages: number[] = [];
  let asked: OpenedCursor | undefined;
  for (let page = 0; ; ) {
    if (pages.push(page) > 1_000) throw new Error('the walk does not end');
    const following = next[page];
    const { token, end } = cursors.next(first, following === undefined ? undefined : cursorOf(`${following}`), asked);
    if (token === undefined) return { pages, end: end! };
    asked = cursors.open(call({ user_id: '1001', cursor: token }));
    page = Number(asked!.cursor[0]);
  }
}

describe('paging with cursors', () => {
  it.each([
    ['a list that ends', [1, 2, undefined], [0, 1, 2], 'no-cursor'],
    ['a page that names itself', [1, 1], [0, 1], 'repeated-cursor'],
    ['two pages that name each other', [1, 2, 1], [0, 1, 2], 'repeated-cursor'],
    ['two pages that name each other late', [1, 2, 3, 4, 5, 4], [0, 1, 2, 3, 4, 5], 'repeated-cursor'],
  ])('ends for %s', (_, next, pages, end) => {
    expect(walked(next)).toEqual({ pages, end });
  });

  it('reaches every page and ends, in whatever circle the upstream leads', () => {
    const graphs = fc
      .integer({ min: 1, max: 40 })
      .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 1, max: size })));
    fc.assert(
      fc.property(graphs, ([size, back]) => {
        const next = Array.from({ length: size + 1 }, (_, page) => (page === size ? back : page + 1));
        const { pages, end } = walked(next);
        expect(end).toBe('repeated-cursor');
        expect(new Set(pages).size).toBe(size + 1);
        expect(pages.length).toBeLessThanOrEqual(4 * (size + 1));
      }),
    );
  });

  it('keeps its tokens short', () => {
    const pages = Array.from({ length: 200 }, (_, page) => page + 1);
    let asked: OpenedCursor | undefined;
    for (const page of pages) {
      const { token } = cursors.next(first, cursorOf(`${page}`), asked);
      expect(token!.length).toBeLessThan(200);
      asked = cursors.open(call({ user_id: '1001', cursor: token }));
    }
  });
});
