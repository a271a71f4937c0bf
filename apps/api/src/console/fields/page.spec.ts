import fc from 'fast-check';
import { readAll } from '../../platform/database/read-all';
import { Problem } from '../../platform/problem';
import { isId } from '../http/ids';
import { type PageSource, readPage } from './page';

function listOf(length: number): PageSource<number, string> {
  const rows = Array.from({ length }, (_, index) => index + 1);
  return {
    read: async (after, limit) => rows.filter((row) => row > Number(after ?? 0)).slice(0, limit),
    keyOf: String,
    show: (row) => `row ${row}`,
    isKey: isId,
  };
}

describe('a paged list', () => {
  it('returns every row once, for any length and page size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(40), fc.integer({ min: 1, max: 9 }), async (length, limit) => {
        const seen: string[] = [];
        let cursor: string | null | undefined;
        do {
          const page = await readPage({ limit, ...(cursor && { cursor }) }, listOf(length));
          expect(page.items.length).toBeLessThanOrEqual(limit);
          expect(page.has_more).toBe(page.next_cursor !== null);
          seen.push(...page.items);
          cursor = page.next_cursor;
        } while (cursor);
        expect(seen).toEqual(Array.from({ length }, (_, index) => `row ${index + 1}`));
      }),
    );
  });

  it('refuses a malformed cursor', async () => {
    await expect(readPage({ cursor: 'x' }, listOf(3))).rejects.toThrow(Problem);
  });

  it.each([0, 1, 2, 3, 4, 9])('is read to its end in batches of two when it has %i rows', async (length) => {
    const seen: number[] = [];
    for await (const rows of readAll(listOf(length), 2)) seen.push(...rows);
    expect(seen).toEqual(Array.from({ length }, (_, index) => index + 1));
  });
});
