import { byCursor, deferrable, listShape, readPage, userList, writePage } from './list-answer';
import { sectionMedia } from './sections';
import { singlePage } from './upstream-result';

const ranked = userList(byCursor(['page_token', 'next_page_token'], { more: 'has_more' }));
const nextOf = (members: object) => readPage(Buffer.from(JSON.stringify({ users: [], ...members })), ranked, undefined);

describe('the token of a list’s next page', () => {
  it.each([
    ['the one name', { page_token: 'a' }],
    ['the other name', { next_page_token: 'a' }],
    ['either, where the other is null', { page_token: 'a', next_page_token: null }],
    ['either, in any order', { next_page_token: 'a', page_token: null }],
    ['the last one, where both speak', { page_token: 'this one', next_page_token: 'a' }],
  ])('is read from %s', (_, members) => {
    expect(nextOf(members).next).toEqual(['a', '', '']);
  });

  it.each([
    ['no token', { has_more: true }],
    ['a token that is null', { page_token: null, has_more: true }],
    ['a token that is empty', { page_token: '', has_more: true }],
    ['a token beside “no more”', { page_token: 'a', has_more: false }],
  ])('is missing with %s', (_, members) => {
    expect(nextOf(members).next).toBeUndefined();
  });
});

describe('the subject of a list', () => {
  const medias = listShape({ list: 'items', marks: { texts: 'items[].pk' }, proof: 'metadata' });

  it.each([
    ['does not exist when its required member is null', '{"metadata":null,"items":[],"status":"ok"}', 'not_found'],
    ['does not exist when its required member is missing', '{"items":[],"status":"ok"}', 'not_found'],
    ['may exist when the whole body is wrapped', '{"data":{"metadata":{},"items":[]},"status":"ok"}', 'unavailable'],
  ])('%s', (_, body, kind) => {
    expect(() => readPage(Buffer.from(body), medias, undefined)).toThrow(expect.objectContaining({ kind }));
  });
});

describe('a list that may be missing', () => {
  const stories = listShape({ list: 'reel.items', marks: { texts: 'reel.items[].pk' }, mayLackList: ['status'] });
  const read = (body: string) => readPage(Buffer.from(body), stories, undefined);

  it.each([
    ['without what holds it', '{"status":"ok"}'],
    ['with null for what holds it', '{"reel":null,"status":"ok"}'],
    ['itself null', '{"reel":{"items":null},"status":"ok"}'],
    ['empty', '{"reel":{"items":[]},"status":"ok"}'],
  ])('has no items: %s', (_, body) => {
    expect(writePage(read(body), singlePage).body.toString()).toBe('{"items":[],"next_cursor":null,"has_more":false}');
  });

  it.each([
    ['that is no answer', '{}'],
    ['that is wrapped', '{"data":{"reel":{"items":[{"pk":1}]}},"status":"ok"}'],
    ['in which it is no list', '{"reel":{"items":{}},"status":"ok"}'],
  ])('is not assumed empty for a body %s', (_, body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ kind: 'unavailable' }));
  });
});

describe('a grid of media in sections', () => {
  const warning = '"warning_message":{"category_name":"HASHTAG_PAGE_WARNING_MESSAGE"}';
  const read = (body: string) => readPage(Buffer.from(body), sectionMedia, undefined);

  it.each([`{${warning},"status":"ok"}`, `{"sections":null,${warning}}`, '{"null_state":{"title":"x"},"status":"ok"}'])(
    'may be missing for a restricted hashtag: %s',
    (body) => {
      expect(read(body)).toMatchObject({ items: [], next: undefined, isEmpty: true });
    },
  );

  it.each([
    '{"status":"ok"}',
    '{"warning_message":null,"status":"ok"}',
    `{"sections":{},${warning}}`,
    `{"data":{"sections":[]},${warning}}`,
  ])('may not be missing for any other reason: %s', (body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ kind: 'unavailable' }));
  });
});

describe('a list in a GraphQL response', () => {
  const at = deferrable('data.~feed');
  const units = listShape({
    isStream: true,
    list: at('edges'),
    item: at('edges[].node'),
    marks: { objects: at('edges[].node') },
    paging: byCursor(at('page_info.end_cursor'), { more: at('page_info.has_next_page') }),
  });
  const read = (...rows: object[]) =>
    readPage(Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')), units, undefined);
  const itemsOf = (...rows: object[]) => JSON.parse(writePage(read(...rows), singlePage).body.toString()).items;

  const connection = { edges: [{ node: { n: 1 } }, { node: { n: 2 } }], page_info: { end_cursor: 'c' } };
  const row = (data: object, is_final: boolean) => ({ data, extensions: { is_final } });
  const deferred = (data: object, is_final: boolean) => ({ path: ['1$feed'], label: 'x', ...row(data, is_final) });

  it.each([
    ['alone, though it does not say that it is the last', [{ data: { '1$feed': connection } }]],
    ['in the first row', [row({ '1$feed': connection }, false), deferred({ id: '1' }, true)]],
    ['in a deferred row', [row({ '1$feed': {} }, false), deferred(connection, false), deferred({ id: '1' }, true)]],
    [
      'without its cursor, which is deferred',
      [row({ '1$feed': { edges: connection.edges } }, false), deferred({ page_info: connection.page_info }, true)],
    ],
  ])('is found %s', (_, rows) => {
    expect(itemsOf(...rows)).toEqual([{ n: 1 }, { n: 2 }]);
    expect(read(...rows).next).toEqual(['c', '', '']);
  });

  it.each([
    ['that is cut before its last row', [row({ '1$feed': connection }, false), deferred({ id: '1' }, false)]],
    ['without it', [row({ '1$feed': null }, false), deferred({ id: '1' }, true)]],
    ['that says that it failed', [row({ '1$feed': connection }, false), { errors: [{ message: 'x' }] }]],
  ])('is not read from a stream %s', (_, rows) => {
    expect(() => read(...rows)).toThrow(expect.objectContaining({ kind: 'unavailable' }));
  });

  it('is one document in the other responses', () => {
    const body = Buffer.from('{"users":[]}\n{"users":[]}\n');
    expect(() => readPage(body, ranked, undefined)).toThrow(expect.objectContaining({ kind: 'unavailable' }));
  });
});
