import { itemsPerStep, jsonRows } from './json-rows';

const lines = (root: unknown, ...open: string[]): string[] =>
  jsonRows(root, { open: new Set(open) }).map(({ level, name, text }) => `${level} ${name}=${text}`);

const namesFor = (root: unknown, filter: string): string[] =>
  jsonRows(root, { open: new Set(), filter }).map(({ name }) => name);

describe('jsonRows', () => {
  it('shows the members of unfolded JSON values, and a summary of folded ones', () => {
    const body = { items: [{ pk: '1', username: 'lila', is_private: true }], has_more: false, next_cursor: null };
    expect(lines(body)).toEqual(['1 ={ 3 members }']);
    expect(lines(body, '', '/items')).toEqual([
      '1 ={ 3 }',
      '2 items=[ 1 ]',
      '3 0=lila · private · 1',
      '2 has_more=false',
      '2 next_cursor=null',
    ]);
  });

  it('shows every member of an object, with the identifying ones first', () => {
    const many = Object.fromEntries(Array.from({ length: 240 }, (_, index) => [`member_${index}`, index]));
    const rows = jsonRows({ ...many, follower_count: 3, username: 'marta', pk: '1' }, { open: new Set(['']) });
    expect(rows).toHaveLength(244);
    expect(rows.slice(1, 5).map(({ name }) => name)).toEqual(['pk', 'username', 'follower_count', 'member_0']);
    expect(rows.filter(({ endsIdentity }) => endsIdentity).map(({ name }) => name)).toEqual(['follower_count']);
  });

  it('distinguishes JSON members whose names contain slashes', () => {
    const paths = jsonRows({ 'a/b': 1, a: { b: 2 } }, { open: new Set(['', '/a']) }).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('does not unfold an empty object or array', () => {
    expect(jsonRows({ a: [], b: {} }, { open: new Set(['']) }).map(({ expanded }) => expanded)).toEqual([
      true,
      undefined,
      undefined,
    ]);
  });

  it('shows a long array in portions', () => {
    const items = Array.from({ length: 230 }, (_, index) => index);
    const first = jsonRows(items, { open: new Set(['']) });
    expect(first).toHaveLength(itemsPerStep + 2);
    expect(first.at(-1)).toMatchObject({ kind: 'more', text: 'Show 100 more of 130', position: 101, siblings: 101 });
    const all = jsonRows(items, { open: new Set(['']), shown: new Map([['', 300]]) });
    expect(all).toHaveLength(231);
  });

  it('shows the JSON rows that match a filter, with their ancestors', () => {
    const body = {
      user: { username: 'marta', follower_count: 7 },
      items: [{ text: 'I follow' }, { text: 'no' }],
      id: '1',
    };
    expect(namesFor(body, 'FOLLOW')).toEqual(['', 'user', 'follower_count', 'items', '0', 'text']);
    expect(namesFor(body, 'nowhere')).toEqual(['']);
  });
});
