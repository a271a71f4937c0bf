import { byCursor, deferrable, listShape, readPage, userList, writePage } from './list-answer';
import { sectionMedia } from './sections';
import { singlePage } from './upstream-result';

const ranked = userList(byCursor(['page_token', 'next_page_token'], { more: 'has_more' }));
const nextOf = (members: object) => readPage(Buffer.from(JSON.stringify({ users: [], ...members })), ranked, undefined);

describe('readPage of a list with pages', () => {
  it.each([
    ['page_token', { page_token: 'a' }],
    ['next_page_token', { next_page_token: 'a' }],
    ['page_token beside a null next_page_token', { page_token: 'a', next_page_token: null }],
    ['next_page_token before a null page_token', { next_page_token: 'a', page_token: null }],
    ['next_page_token if both names have a token', { page_token: 'this one', next_page_token: 'a' }],
  ])('reads the next page token from %s', (_, members) => {
    expect(nextOf(members).next).toEqual(['a', '', '']);
  });

  it.each([
    ['no token', { has_more: true }],
    ['a token that is null', { page_token: null, has_more: true }],
    ['a token that is empty', { page_token: '', has_more: true }],
    ['a token and has_more false', { page_token: 'a', has_more: false }],
  ])('reads no next page token from a body with %s', (_, members) => {
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

describe('readPage of a list that may be missing', () => {
  const stories = listShape({ list: 'reel.items', marks: { texts: 'reel.items[].pk' }, mayLackList: ['status'] });
  const read = (body: string) => readPage(Buffer.from(body), stories, undefined);

  it.each([
    ['its parent is missing', '{"status":"ok"}'],
    ['its parent is null', '{"reel":null,"status":"ok"}'],
    ['the list is null', '{"reel":{"items":null},"status":"ok"}'],
    ['the list is empty', '{"reel":{"items":[]},"status":"ok"}'],
  ])('reads an optional list as empty if %s', (_, body) => {
    expect(writePage(read(body), singlePage).body.toString()).toBe('{"items":[],"next_cursor":null,"has_more":false}');
  });

  it.each([
    ['without a status', '{}'],
    ['that is wrapped', '{"data":{"reel":{"items":[{"pk":1}]}},"status":"ok"}'],
    ['with an object instead of the list', '{"reel":{"items":{}},"status":"ok"}'],
  ])('refuses a missing optional list in a body %s', (_, body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ kind: 'unavailable' }));
  });
});

describe('readPage of a grid of media in sections', () => {
  const warning = '"warning_message":{"category_name":"HASHTAG_PAGE_WARNING_MESSAGE"}';
  const read = (body: string) => readPage(Buffer.from(body), sectionMedia, undefined);

  it.each([`{${warning},"status":"ok"}`, `{"sections":null,${warning}}`, '{"null_state":{"title":"x"},"status":"ok"}'])(
    'reads missing sections of a restricted hashtag as empty: %s',
    (body) => {
      expect(read(body)).toMatchObject({ items: [], next: undefined, isEmpty: true });
    },
  );

  it.each([
    '{"status":"ok"}',
    '{"warning_message":null,"status":"ok"}',
    `{"sections":{},${warning}}`,
    `{"data":{"sections":[]},${warning}}`,
  ])('refuses missing sections without a restriction, and malformed sections even with one: %s', (body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ kind: 'unavailable' }));
  });
});

describe('readPage', () => {
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
    ['with a single row that is not marked as final', [{ data: { '1$feed': connection } }]],
    ['in the first row', [row({ '1$feed': connection }, false), deferred({ id: '1' }, true)]],
    ['in a deferred row', [row({ '1$feed': {} }, false), deferred(connection, false), deferred({ id: '1' }, true)]],
    [
      'with a deferred cursor',
      [row({ '1$feed': { edges: connection.edges } }, false), deferred({ page_info: connection.page_info }, true)],
    ],
  ])('finds the list of a GraphQL response %s', (_, rows) => {
    expect(itemsOf(...rows)).toEqual([{ n: 1 }, { n: 2 }]);
    expect(read(...rows).next).toEqual(['c', '', '']);
  });

  it.each([
    ['that is cut before its last row', [row({ '1$feed': connection }, false), deferred({ id: '1' }, false)]],
    ['without the list', [row({ '1$feed': null }, false), deferred({ id: '1' }, true)]],
    ['with an error', [row({ '1$feed': connection }, false), { errors: [{ message: 'x' }] }]],
  ])('refuses a GraphQL response %s', (_, rows) => {
    expect(() => read(...rows)).toThrow(expect.objectContaining({ kind: 'unavailable' }));
  });

  it('refuses a second document in a response that is not GraphQL', () => {
    const body = Buffer.from('{"users":[]}\n{"users":[]}\n');
    expect(() => readPage(body, ranked, undefined)).toThrow(expect.objectContaining({ kind: 'unavailable' }));
  });
});
