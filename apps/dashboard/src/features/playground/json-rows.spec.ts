import { jsonRows } from './json-rows';

const lines = (root: unknown, ...open: string[]): string[] =>
  jsonRows(root, new Set(open)).map(({ level, name, text }) => `${level} ${name}=${text}`);

describe('jsonRows', () => {
  it('shows only what is unfolded', () => {
    const body = { items: [{ pk: '1' }], has_more: false, next_cursor: null };
    expect(lines(body)).toEqual(['1 ={ items, has_more, next_cursor }']);
    expect(lines(body, '', '/items')).toEqual([
      '1 ={ items, has_more, next_cursor }',
      '2 items=[ 1 ]',
      '3 0={ pk }',
      '2 has_more=false',
      '2 next_cursor=null',
    ]);
  });

  it('tells apart members whose names hold slashes', () => {
    const paths = jsonRows({ 'a/b': 1, a: { b: 2 } }, new Set(['', '/a'])).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('cannot unfold what is empty', () => {
    expect(jsonRows({ a: [], b: {} }, new Set([''])).map(({ expanded }) => expanded)).toEqual([
      true,
      undefined,
      undefined,
    ]);
  });

  it('says how many members of a long array it leaves out', () => {
    const rows = jsonRows(
      Array.from({ length: 130 }, (_, index) => index),
      new Set(['']),
    );
    expect(rows).toHaveLength(102);
    expect(rows.at(-1)).toMatchObject({ kind: 'more', text: '30 more under Raw', position: 101, siblings: 101 });
  });
});
