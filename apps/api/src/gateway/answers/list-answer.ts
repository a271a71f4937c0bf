import { compileShape, type Part, type Scan, type Shape, type ShapeOptions, type Span } from '@loupe/lossless-json';
import { UpstreamFailure } from '@loupe/upstream-client';
import type { UpstreamCursor } from '../cursors';
import {
  countUnknown,
  failurePaths,
  hasId,
  isKnown,
  isWrapped,
  type Marks,
  malformedUpstream,
  markPaths,
  type Paths,
  scanBody,
  scanStream,
  streamPaths,
  wrapperPaths,
} from './upstream-body';
import { type Continuation, resultOf, type UpstreamResult } from './upstream-result';

type Fields = Readonly<Record<string, string | undefined>>;

export interface Paging {
  /** Paths of the paging members. Scalars are read as text, arrays as their JSON. */
  readonly fields: Readonly<Record<string, Paths>>;
  /** @param current the cursor of this page; undefined on the first page */
  next(fields: Fields, current: UpstreamCursor | undefined): UpstreamCursor | undefined;
}

/** Recognises empty elements, which do not count as elements of an unknown shape. */
export interface EmptyElements {
  readonly fields: Readonly<Record<string, Paths>>;
  isEmpty(scan: Scan<string>, element: Span): boolean;
}

/** Where the list is in an upstream body. The paths use the syntax of lossless-json's shapes. */
export interface ListPaths extends ShapeOptions {
  /** The array, such as `users` or `paging.items`, in one of these places. Without it the body is malformed. */
  list: Paths;
  /** The part of each element to pass on, such as `items[].media`. Default: the whole element. */
  item?: Paths;
  /** Elements without any of these members are left out. With `item`, the members are in or below the item. */
  marks: Marks;
  emptyElements?: EmptyElements;
  /** Whether to drop repeated items. Two items are the same if their first marks are equal. */
  isUnique?: boolean;
  isStream?: boolean;
  /** Absent for a list with a single page. */
  paging?: Paging | undefined;
  /** When this member is missing or null, the list does not exist (404). */
  proof?: string;
  /** Ids of the list's subject. An empty list without any of them is malformed. */
  identity?: Paths;
  /** When the list is missing or null and one of these members is present, the list is empty. */
  mayLackList?: readonly string[];
}

export interface ListShape {
  readonly paths: ListPaths;
  readonly shape: Shape<string>;
}

export interface Page {
  readonly scan: Scan<string>;
  readonly items: Span | readonly Span[];
  readonly next: UpstreamCursor | undefined;
  readonly isEmpty: boolean;
  readonly unknownElements: number;
}

/** The list is missing: the body is malformed, or the account is private or does not exist. */
export class AbsentList extends UpstreamFailure {}

/** Compiles the paths of a list for the scanner. */
export function listShape(paths: ListPaths): ListShape {
  const { list, item = [], proof = [], identity = [], mayLackList = [], paging } = paths;
  const wrapper = paths.mayLackList || paths.proof !== undefined ? wrapperPaths : [];
  const element = [list].flat().map((path) => `${path}[]`);
  const ofElements = { element, item, ...markPaths(paths.marks), ...paths.emptyElements?.fields };
  const names = { list, ...ofElements, proof, identity, noList: mayLackList, wrapper, ...paging?.fields };
  return { paths, shape: compileShape<string>({ ...names, ...(paths.isStream ? streamPaths : failurePaths) }, paths) };
}

export function userList(paging?: Paging): ListShape {
  return listShape({ list: 'users', marks: { texts: ['users[].pk', 'users[].username'] }, paging });
}

/** An element of an audio list has one member, named after its kind. */
export const audioUnits: Marks = {
  objects: ['track', 'artist', 'playlist', 'keyword'].map((kind) => `items[].${kind}`),
};

/**
 * Pages by a cursor, which carries `second` and `third`. If `more` is false, the list ends; other values mean nothing.
 */
export function byCursor(cursor: Paths, rest: { more?: Paths; second?: string; third?: string } = {}): Paging {
  const { more = [], second = [], third = [] } = rest;
  return {
    fields: { cursor, more, second, third },
    next({ cursor, more: flag, second = '', third = '' }, current) {
      // A repeated cursor is passed on despite the flag, so that the end is reported as `repeated-cursor`.
      const isOver = flag === 'false' && cursor !== current?.[0];
      return !cursor || isOver ? undefined : [cursor, second, third];
    },
  };
}

/** Paths of a member in the first row of a stream or, if deferred, in the `data` of a later row. */
export function deferrable(object: string): (member: string) => string[] {
  return (member) => [`${object}.${member}`, `data.${member}`];
}

/**
 * Finds the items of a page and the next cursor.
 * @param current the cursor of this page; undefined on the first page
 * @throws {UpstreamFailure} when the body is malformed or says that there is no such list
 */
export function readPage(body: Buffer, { paths, shape }: ListShape, current: UpstreamCursor | undefined): Page {
  const rows = paths.isStream ? scanStream(body, shape) : [scanBody(body, shape)];
  const scan = rows.find((row) => row.one('list')?.type === 'array') ?? rows[0]!;
  if (paths.proof !== undefined && (scan.one('proof')?.type ?? 'null') === 'null') {
    if (isWrapped(scan)) throw malformedUpstream(`${paths.proof}, which is wrapped`);
    throw new UpstreamFailure('not_found', `no ${paths.proof}`);
  }
  const list = scan.one('list');
  if ((list?.type ?? 'null') === 'null' && scan.all('noList').some(isNotNull) && !isWrapped(scan))
    return { scan, items: [], next: undefined, isEmpty: true, unknownElements: 0 };
  if (list?.type !== 'array') throw new AbsentList('unavailable', malformedUpstream(`${paths.list}`).reason);
  const { items, unknownElements } = itemsOf(scan, list, paths);
  const isEmpty = 'start' in items ? scan.isEmpty(items) : items.length === 0;
  if (isEmpty && paths.identity && !scan.all('identity').some((id) => hasId(scan, id)))
    throw malformedUpstream(`${paths.identity}`);
  // The row with the list wins over the other rows.
  const fields = paths.paging && fieldsOf([...rows.filter((row) => row !== scan), scan], paths.paging);
  return { scan, items, next: fields && paths.paging?.next(fields, current), isEmpty, unknownElements };
}

/** Writes the standard envelope. Items keep their bytes, except that numeric ids become strings. */
export function writePage({ scan, items, unknownElements }: Page, { token, end }: Continuation): UpstreamResult {
  const tail =
    token === undefined ? ',"next_cursor":null,"has_more":false}' : `,"next_cursor":"${token}","has_more":true}`;
  const parts: Part[] =
    'start' in items
      ? [{ scan, span: items }]
      : ['[', ...items.flatMap((span, index) => [index === 0 ? '' : ',', { scan, span }]), ']'];
  return { ...resultOf(['{"items":', ...parts, tail], end), unknownElements };
}

const isNotNull = ({ type }: Span) => type !== 'null';

function itemsOf(scan: Scan<string>, list: Span, paths: ListPaths): Pick<Page, 'items' | 'unknownElements'> {
  const items: Span[] = [];
  let known = 0;
  let empty = 0;
  const elements = scan.within(list, 'element');
  for (const element of elements) {
    const candidates = paths.item === undefined ? [element] : scan.within(element, 'item');
    const found = candidates.filter((item) => isKnown(scan, item));
    items.push(...found);
    if (found.length > 0) known += 1;
    else if (paths.emptyElements?.isEmpty(scan, element)) empty += 1;
  }
  const unknownElements = countUnknown(paths.list, elements.length - empty, known);
  if (paths.item === undefined && unknownElements === 0) return { items: list, unknownElements };
  return { items: paths.isUnique ? eachOnce(scan, items) : items, unknownElements };
}

function eachOnce(scan: Scan<string>, items: readonly Span[]): Span[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const id = scan.text(scan.within(item, 'markText')[0]!);
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew;
  });
}

/** The paging fields of all rows. A later row wins. */
export function fieldsOf(rows: readonly Scan<string>[], { fields }: Paging): Fields {
  const texts: Record<string, string | undefined> = {};
  // Where several members may hold the field, the unused ones are null.
  for (const row of rows)
    for (const name in fields) for (const span of row.all(name)) texts[name] = fieldText(row, span) ?? texts[name];
  return texts;
}

/** Keeps every digit of a number. A lone surrogate cannot be sent in a URL and becomes U+FFFD. */
function fieldText(scan: Scan<string>, span: Span): string | undefined {
  return span.type === 'object' || span.type === 'null' ? undefined : scan.text(span).toWellFormed();
}
