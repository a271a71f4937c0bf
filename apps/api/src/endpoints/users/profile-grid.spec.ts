import { UpstreamFailure } from '@loupe/upstream-client';
import fc from 'fast-check';
import type { Continuation } from '../../gateway/answers/upstream-result';
import { readProfileGrid, writeProfileGrid } from './profile-grid';

const root = '1$xdt_api__v1__profile_timeline(user_id:$user_id)';
const pks = ['3868111222333444999', '3868111222333444001', '3868111222333444003'];
const opening = { data: { [root]: { strong_id__: null } }, extensions: { is_final: false } };
const ending = { path: [root], data: { strong_id__: null }, extensions: { is_final: true } };

function feedRow(more: object = {}, isFinal = false) {
  const items = pks.map((pk) => ({ item_type: 'media', media: { id: `${pk}_5` } }));
  return { path: [root], data: { profile_grid_items: items, ...more }, extensions: { is_final: isFinal } };
}

const deferredRow = (index: number, data: object) => ({
  path: [root, 'profile_grid_items', index, 'media'],
  data,
  extensions: { is_final: false },
});

const gridOf = (...rows: object[]) =>
  readProfileGrid(Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
const last: Continuation = { end: 'no-cursor' };
const textOf = (...rows: object[]) => writeProfileGrid(gridOf(...rows)!, last).body.toString();
const read = (...rows: object[]) => readThen(last, ...rows);
const readThen = (continuation: Continuation, ...rows: object[]) =>
  JSON.parse(writeProfileGrid(gridOf(...rows)!, continuation).body.toString());

describe('readProfileGrid', () => {
  it('returns the data of each deferred row under the pk of its media, whatever the order of the rows', () => {
    const rows = pks.map((pk, index) => deferredRow(index, { id: `${pk}_5`, code: `c${index}` }));
    fc.assert(
      fc.property(fc.shuffledSubarray([feedRow(), ...rows], { minLength: 4 }), (shuffled) => {
        const { posts } = read(opening, ...shuffled, ending);
        for (const [index, pk] of pks.entries()) expect(posts[pk]).toEqual({ id: `${pk}_5`, code: `c${index}` });
      }),
    );
  });

  it('finds the media of a deferred row without an id by the index in its path', () => {
    const { posts } = read(opening, deferredRow(1, { code: 'c' }), feedRow(), ending);
    expect(posts).toEqual({ [pks[1]!]: { code: 'c' } });
  });

  it('merges several deferred rows of one media into one object', () => {
    const halves = [
      deferredRow(0, { id: `${pks[0]}_5`, code: 'c' }),
      deferredRow(0, {}),
      deferredRow(0, { like_count: 1 }),
    ];
    expect(read(opening, feedRow(), ...halves, ending).posts).toEqual({
      [pks[0]!]: { id: `${pks[0]}_5`, code: 'c', like_count: 1 },
    });
  });

  it('writes a key only once if several deferred rows contain it, with its first value', () => {
    const halves = [
      deferredRow(0, { id: `${pks[0]}_5`, code: 'c', view_count: 7 }),
      deferredRow(1, { id: `${pks[1]}_5` }),
      deferredRow(0, {}),
      deferredRow(0, { id: `${pks[0]}_5`, 'co"de': [1], like_count: 1 }),
      deferredRow(2, { id: `${pks[0]}_5`, code: 'c', 'co"de': [2], view_count: 8 }),
    ];
    const first = `{"id":"${pks[0]}_5","code":"c","view_count":7,"co\\"de":[1],"like_count":1}`;
    const [, posts] = textOf(opening, feedRow(), ...halves, ending).split(',"posts":');
    expect(posts).toBe(`{"${pks[0]}":${first},"${pks[1]}":{"id":"${pks[1]}_5"}}}`);
  });

  it.each([
    ['an empty text', { pinned_profile_grid_items_ids: '' }, []],
    ['null', { pinned_profile_grid_items_ids: null }, []],
    ['nothing', {}, []],
    ['one id in a text', { pinned_profile_grid_items_ids: '17' }, ['17']],
    ['numbers', { pinned_profile_grid_items_ids: [17, 18] }, ['17', '18']],
    ['an array', { pinned_profile_grid_items_ids: ['17'] }, ['17']],
  ])('returns pinned ids as an array when the upstream sends %s', (_, sent, expected) => {
    expect(read(opening, feedRow(sent), ending).feed.pinned_profile_grid_items_ids).toEqual(expected);
  });

  it('finds a feed that was not deferred, under a key with arguments', () => {
    const inline = { data: { [root]: feedRow({ more_available: true }).data }, extensions: { is_final: true } };
    expect(read(inline)).toMatchObject({ feed: { profile_grid_items: { length: 3 } }, posts: {} });
  });

  it.each([
    [{ more_available: true, profile_grid_items_cursor: 'QVFC' }, ['QVFC', '', '']],
    [{ profile_grid_items_cursor: 'QVFC' }, ['QVFC', '', '']],
    [{ more_available: false, profile_grid_items_cursor: 'QVFC' }, undefined],
    [{ more_available: true, profile_grid_items_cursor: null, next_max_id: '1' }, undefined],
    [{ more_available: true }, undefined],
  ])('reads from the feed %j the next cursor %j', (sent, next) => {
    expect(gridOf(opening, feedRow(sent), ending)!.next).toEqual(next);
  });

  it.each([
    { more_available: true, profile_grid_items_cursor: 'QVFC' },
    { more_available: false, profile_grid_items_cursor: null },
    { more_available: true },
    {},
  ])('sets more_available to true exactly when it sets a cursor, whatever the upstream sends: %j', (sent) => {
    const continued = { more_available: true, profile_grid_items_cursor: 'encrypted' };
    const ended = { more_available: false, profile_grid_items_cursor: null };
    expect(readThen({ token: 'encrypted' }, opening, feedRow(sent), ending).feed).toMatchObject(continued);
    expect(readThen(last, opening, feedRow(sent), ending).feed).toMatchObject(ended);
  });

  it('distinguishes an empty grid from a grid with items', () => {
    expect(gridOf(opening, feedRow(), ending)!.isEmpty).toBe(false);
    expect(gridOf(opening, { ...feedRow(), data: { profile_grid_items: [] } }, ending)!.isEmpty).toBe(true);
  });

  it('returns undefined for a stream without a grid', () => {
    expect(gridOf({ data: { [root]: null }, extensions: { is_final: true } })).toBeUndefined();
  });

  it('throws for a stream that ends before its last row', () => {
    expect(() => gridOf(opening, feedRow(), deferredRow(0, { code: 'c' }))).toThrow(UpstreamFailure);
  });

  it('throws for a truncated row and for GraphQL errors', () => {
    const first = `${JSON.stringify(opening)}\n`;
    const whole = `${first}${JSON.stringify(feedRow({}, true))}\n`;
    for (let end = first.length + 1; end < whole.length - 1; end++)
      expect(() => readProfileGrid(Buffer.from(whole.slice(0, end)))).toThrow(UpstreamFailure);
    expect(() => gridOf({ errors: [{ message: 'execution error' }], data: null })).toThrow(UpstreamFailure);
  });
});
