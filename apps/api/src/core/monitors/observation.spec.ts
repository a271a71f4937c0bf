import { compare, type Memory, watchable } from './observation';

const empty: Memory = { knownIds: null, knownSince: null, watched: {} };

/** A page of a list, newest first. `id@time` sets when an item was made; by default, its id says so. */
const pageOf = (items: string, has_more = true) => ({
  items: items
    .split(' ')
    .filter(Boolean)
    .map((item) => {
      const [id, time] = item.split('@');
      return { pk: id, taken_at: Number(time ?? id) };
    }),
  has_more,
});

function eventsOf(operation: string, ...pages: readonly object[]): string[] {
  const monitor = { operation, kind: 'new_items', fields: [] } as const;
  let memory = empty;
  return pages.map((page) => {
    const found = compare(monitor, memory, page);
    memory = found.memory;
    return found.findings.map(({ itemId, gap }) => `${itemId}${gap ? ' gap' : ''}`).join(', ');
  });
}

describe('what a monitor of a list finds', () => {
  it.each([
    ['nothing in the first page, which is the baseline', ['9 8 7'], ['']],
    ['each new item once, oldest first', ['9 8 7', '11 10 9', '11 10 9'], ['', '10, 11', '']],
    ['nothing when items change their order', ['9 8 7', '7 9 8'], ['', '']],
    ['nothing when an old item is pinned', ['9 8 7', '2 9 8'], ['', '']],
    ['nothing when an old item is unpinned, and another old one fills the page', ['2 9 8', '9 8 7'], ['', '']],
    [
      'nothing when an item is deleted, an older one fills the page, and it comes back',
      ['9 8 7', '9 7 6', '9 8 7'],
      ['', '', ''],
    ],
    ['nothing in an older copy of the page', ['9 8 7', '7 6 5', '10 9 8', '8 7 6'], ['', '', '10', '']],
    [
      'a new item that was made in the same second as the old ones',
      ['c@9 b@9 a@9', 'd@9 c@9 b@9', 'd@9 c@9 a@9 x@9'],
      ['', 'd', ''],
    ],
    ['an item that the upstream shows late', ['9 7 6', '9 8 7'], ['', '8']],
    ['a gap when no known item is on the page', ['9 8 7', '20 19 18'], ['', '18 gap, 19 gap, 20 gap']],
    ['a gap when only a pinned item is known', ['2 9 8', '2 20 19'], ['', '19 gap, 20 gap']],
    ['the first items of an empty list', ['', '2 1'], ['', '1 gap, 2 gap']],
    ['an item that is on the page twice, once', ['9 8 7', '10 10 9'], ['', '10']],
  ])('%s', (_, pages, events) => {
    expect(eventsOf('users.reels', ...pages.map((page) => pageOf(page)))).toEqual(events);
  });

  it('reports an old post in which somebody is tagged now, and not an old one that a deletion shows', () => {
    const pages = ['9 8 7', '3 9 8', '9 8 6'].map((page) => pageOf(page));
    expect(eventsOf('users.tagged', ...pages)).toEqual(['', '3', '']);
  });

  it('reads the grid of a profile, and the comments of a post', () => {
    const grid = (...pks: number[]) => ({
      feed: {
        profile_grid_items: pks.map((pk) => ({ media: { pk: `${pk}`, '1ltaken_at': pk } })),
        more_available: true,
      },
    });
    expect(eventsOf('users.posts', grid(2, 9, 8), grid(2, 10, 9))).toEqual(['', '10']);
    const comments = (...pks: number[]) => ({
      comments: pks.map((pk) => ({ pk: `${pk}`, created_at: pk })),
      has_more: true,
    });
    expect(eventsOf('posts.comments', comments(9, 8), comments(10, 9))).toEqual(['', '10']);
  });

  it('remembers the latest 5,000 ids, and does not report an item again whose id was forgotten', () => {
    const monitor = { operation: 'users.reels', kind: 'new_items', fields: [] } as const;
    let memory = compare(monitor, empty, pageOf('3 2 1')).memory;
    for (let last = 103; last <= 5_103; last += 100) {
      const items = Array.from({ length: 100 }, (_, index) => last - index).join(' ');
      memory = compare(monitor, memory, pageOf(items)).memory;
    }
    expect(memory.knownIds).toHaveLength(5_000);
    expect(compare(monitor, memory, pageOf('5103 3')).findings).toEqual([]);
  });
});

describe('what a monitor of values finds', () => {
  const changesOf = (...bodies: readonly object[]) => {
    const monitor = { operation: 'users.by_id', kind: 'changed', fields: ['count', 'text.of'] } as const;
    let memory = empty;
    return bodies.map((body) => {
      const found = compare(monitor, memory, body);
      memory = found.memory;
      return found.findings.map(({ field, before, after }) => [field, before, after]);
    });
  };

  it.each([
    ['a change, with the values before and after', [{ count: 19 }, { count: 20 }], [[], [['count', 19, 20]]]],
    ['nothing when a value stays', [{ count: 417 }, { count: 417 }], [[], []]],
    ['nothing when a value is missing and comes back', [{ count: 19 }, {}, { count: 19 }], [[], [], []]],
    ['nothing when a value is null and comes back', [{ count: 19 }, { count: null }, { count: 19 }], [[], [], []]],
    ['a change after a missing value', [{ count: 19 }, {}, { count: 20 }], [[], [], [['count', 19, 20]]]],
    ['a value that appears only later, as its baseline', [{}, { count: 1 }, { count: 2 }], [[], [], [['count', 1, 2]]]],
    ['nested values', [{ text: { of: 'a' } }, { text: { of: 'b' } }], [[], [['text.of', 'a', 'b']]]],
    ['no objects and lists', [{ count: [1] }, { count: {} }], [[], []]],
  ])('%s', (_, bodies, changes) => {
    expect(changesOf(...bodies)).toEqual(changes);
  });

  it('stores at most 1 KB of a text, in whole characters', () => {
    const monitor = { operation: 'users.by_id', kind: 'changed', fields: ['text'] } as const;
    const { memory } = compare(monitor, empty, { text: `a${'é'.repeat(2_000)}` });
    expect(memory.watched.text).toBe(`a${'é'.repeat(511)}`);
  });

  it('replaces NUL, which PostgreSQL does not store', () => {
    const monitor = { operation: 'users.by_id', kind: 'changed', fields: ['text'] } as const;
    expect(compare(monitor, empty, { text: 'a\0b' }).memory.watched.text).toBe('a\uFFFDb');
  });

  it('says which values are missing', () => {
    const { missing } = compare({ operation: 'users.by_id', kind: 'changed', fields: ['a', 'b'] }, empty, { a: 1 });
    expect(missing).toBe('The response has no text, number or boolean at b.');
  });
});

it('lets every charged operation with one object be watched, and the lists that are ordered by time', () => {
  expect(watchable.map(({ operation, kind }) => `${operation.name} ${kind}`)).toEqual([
    'users.by_username changed',
    'users.by_id changed',
    'users.posts new_items',
    'users.reels new_items',
    'users.tagged new_items',
    'users.about changed',
    'posts.by_id changed',
    'posts.comments new_items',
    'hashtags.by_name changed',
    'hashtags.recent new_items',
    'locations.by_id changed',
    'locations.recent new_items',
    'audio.by_id changed',
    'oembed.by_url changed',
  ]);
});
