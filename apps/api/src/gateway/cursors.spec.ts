import { operations } from '@loupe/dto';
import fc from 'fast-check';
import { TokenCipher } from '../platform/secrets/token-cipher';
import type { Call } from './call';
import { Cursors, type OpenedCursor, type UpstreamCursor } from './cursors';

const cipher = new TokenCipher(['a secret of thirty-two characters']);
const cursors = new Cursors(cipher);
const { followers } = operations.users;

/** The members of a call that `Cursors` uses. */
const call = (params: object, operation: object = followers) => ({ operation, params }) as unknown as Call;
const first = call({ user_id: '1001' });
const cursorOf = (text: string): UpstreamCursor => [text, '', ''];

/** Walks a list. `next` holds, for each page from 0, the number of the page that follows. */
function walked(next: readonly (number | undefined)[]): { pages: number[]; end: string } {
  const pages: number[] = [];
  let current: OpenedCursor | undefined;
  for (let page = 0; ; ) {
    if (pages.push(page) > 1_000) throw new Error('the walk does not end');
    const following = next[page];
    const { token, end } = cursors.next(first, following === undefined ? undefined : cursorOf(`${following}`), current);
    if (token === undefined) return { pages, end: end! };
    current = cursors.open(call({ user_id: '1001', cursor: token }));
    page = Number(current!.cursor[0]);
  }
}

describe('paging with cursors', () => {
  it.each([
    ['a list that ends', [1, 2, undefined], [0, 1, 2], 'no-cursor'],
    ['a list whose page 1 names itself as the next', [1, 1], [0, 1], 'repeated-cursor'],
    ['a list whose pages 1 and 2 name each other', [1, 2, 1], [0, 1, 2], 'repeated-cursor'],
    ['a list whose pages 4 and 5 name each other', [1, 2, 3, 4, 5, 4], [0, 1, 2, 3, 4, 5], 'repeated-cursor'],
  ])('ends a walk through %s', (_, next, pages, end) => {
    expect(walked(next)).toEqual({ pages, end });
  });

  it('reaches every page and ends, whatever cycle the upstream cursors form', () => {
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

  it('issues tokens of less than 200 characters', () => {
    const pages = Array.from({ length: 200 }, (_, page) => page + 1);
    let current: OpenedCursor | undefined;
    for (const page of pages) {
      const { token } = cursors.next(first, cursorOf(`${page}`), current);
      expect(token!.length).toBeLessThan(200);
      current = cursors.open(call({ user_id: '1001', cursor: token }));
    }
  });
});
