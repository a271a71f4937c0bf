import { compileShape, type Part, type Scan, type Shape, type ShapeOptions, type Span } from '@loupe/lossless-json';
import { UpstreamFailure } from '@loupe/upstream-client';
import type { UpstreamCursor } from '../cursors';
import { countUnknown, isKnown, type Marks, markPaths, type Paths } from './known-elements';
import {
  failurePaths,
  isWrapped,
  malformedUpstream,
  saysId,
  scanBody,
  scanStream,
  streamPaths,
  wrapperPaths,
} from './upstream-body';
import { type Continuation, resultOf, type UpstreamResult } from './upstream-result';

type Fields = Readonly<Record<string, string | undefined>>;

/** How a list goes on: what is read from the body for it, and what that means. */
export interface Paging {
  /** Texts of strings and numbers, `true`, `false`, and arrays as they stand. */
  readonly fields: Readonly<Record<string, Paths>>;
  /** `asked` is the cursor that the page was asked with. */
  next(fields: Fields, asked: UpstreamCursor | undefined): UpstreamCursor | undefined;
}

/** What is looked for in an element, and whether that tells that the element holds nothing. */
export interface EmptyElements {
  readonly fields: Readonly<Record<string, Paths>>;
  isEmpty(scan: Scan<string>, element: Span): boolean;
}

/** Where in an upstream body a list stands. Paths are those of lossless-json's shapes. */
export interface ListPaths extends ShapeOptions {
  /** The array itself: `users`, `paging.items`; several where it may stand in several places. Without it the body is malformed. */
  list: Paths;
  /** What of each element is passed on, where that is not the whole of it: `items[].media`. */
  item?: Paths;
  /** An element without any of them is not passed on; where `item` is given, they are in or below that. */
  marks: Marks;
  /** Tells elements that hold nothing from those of an unknown shape, where there are such. */
  emptyElements?: EmptyElements;
  /** Whether the first alone is passed on of several items with one id; the ids are their marks. */
  isUnique?: boolean;
  /** Whether the body may be a GraphQL stream of several rows, of which one has the list. */
  isStream?: boolean;
  /** Without it the list has a single page. */
  paging?: Paging | undefined;
  /** A member without which, or with null in it, there is no such list. */
  proof?: string;
  /** Ids of the thing whose list it is: without one, an empty list proves nothing. */
  identity?: Paths;
  /** Members of an answer that has no items where it lacks the list, or has null for it: one of them must be there. */
  mayLackList?: readonly string[];
}

export interface ListShape {
  readonly paths: ListPaths;
  readonly shape: Shape<string>;
}

export interface Page {
  readonly scan: Scan<string>;
  /** The whole array, or what of its elements is passed on. */
  readonly items: Span | readonly Span[];
  readonly next: UpstreamCursor | undefined;
  readonly isEmpty: boolean;
  /** How many elements were left out because their shape is unknown. */
  readonly unknownElements: number;
}

/** The body has no list where there should be one: malformed, or the quiet form of a missing account. */
export class AbsentList extends UpstreamFailure {}

export function listShape(paths: ListPaths): ListShape {
  const { list, item = [], proof = [], identity = [], mayLackList = [], paging } = paths;
  const wrapper = paths.mayLackList || paths.proof !== undefined ? wrapperPaths : [];
  const element = [list].flat().map((path) => `${path}[]`);
  const ofElements = { element, item, ...markPaths(paths.marks), ...paths.emptyElements?.fields };
  const names = { list, ...ofElements, proof, identity, noList: mayLackList, wrapper, ...paging?.fields };
  return { paths, shape: compileShape<string>({ ...names, ...(paths.isStream ? streamPaths : failurePaths) }, paths) };
}

/** Users, as most lists of them come. */
export function userList(paging?: Paging): ListShape {
  return listShape({ list: 'users', marks: { texts: ['users[].pk', 'users[].username'] }, paging });
}

/** Lists of audio hold units of several kinds: each has a member that is named after it. */
export const audioUnits: Marks = {
  objects: ['track', 'artist', 'playlist', 'keyword'].map((kind) => `items[].${kind}`),
};

/**
 * Paging by a cursor that is there while there is more. `more` is a flag whose false ends the list whatever the cursor says;
 * its true, or its absence, says nothing. `second` and `third` travel with the cursor.
 */
export function byCursor(cursor: Paths, rest: { more?: Paths; second?: string; third?: string } = {}): Paging {
  const { more = [], second = [], third = [] } = rest;
  return {
    fields: { cursor, more, second, third },
    next({ cursor, more: flag, second = '', third = '' }, asked) {
      // A cursor that is repeated is told from one that is missing, whatever the flag says.
      const isOver = flag === 'false' && cursor !== asked?.[0];
      return !cursor || isOver ? undefined : [cursor, second, third];
    },
  };
}

/** Paths of a member that stands in an object of the first row or, where that is deferred, in the data of a later one. */
export function deferrable(object: string): (member: string) => string[] {
  return (member) => [`${object}.${member}`, `data.${member}`];
}

/** Finds the items of a page and where the list goes on. `asked` is the cursor the page was asked with. */
export function readPage(body: Buffer, { paths, shape }: ListShape, asked: UpstreamCursor | undefined): Page {
  const rows = paths.isStream ? scanStream(body, shape) : [scanBody(body, shape)];
  const scan = rows.find((row) => row.one('list')?.type === 'array') ?? rows[0]!;
  if (paths.proof !== undefined && (scan.one('proof')?.type ?? 'null') === 'null') {
    if (isWrapped(scan)) throw malformedUpstream(`${paths.proof}, which is wrapped`);
    throw new UpstreamFailure('not_found', `no ${paths.proof}`);
  }
  const list = scan.one('list');
  if ((list?.type ?? 'null') === 'null' && scan.all('noList').some(isSaid) && !isWrapped(scan))
    return { scan, items: [], next: undefined, isEmpty: true, unknownElements: 0 };
  if (list?.type !== 'array') throw new AbsentList('unavailable', malformedUpstream(`${paths.list}`).reason);
  const { items, unknownElements } = itemsOf(scan, list, paths);
  const isEmpty = 'start' in items ? scan.isEmpty(items) : items.length === 0;
  if (isEmpty && paths.identity && !scan.all('identity').some((id) => saysId(scan, id)))
    throw malformedUpstream(`${paths.identity}`);
  // What stands beside the list counts before what another row says.
  const fields = paths.paging && fieldsOf([...rows.filter((row) => row !== scan), scan], paths.paging);
  return { scan, items, next: fields && paths.paging?.next(fields, asked), isEmpty, unknownElements };
}

/** `{"items":[…],"next_cursor":…,"has_more":…}`, the items byte for byte but for their ids. */
export function writePage({ scan, items, unknownElements }: Page, { token, end }: Continuation): UpstreamResult {
  const tail =
    token === undefined ? ',"next_cursor":null,"has_more":false}' : `,"next_cursor":"${token}","has_more":true}`;
  const parts: Part[] =
    'start' in items
      ? [{ scan, span: items }]
      : ['[', ...items.flatMap((span, index) => [index === 0 ? '' : ',', { scan, span }]), ']'];
  return { ...resultOf(['{"items":', ...parts, tail], end), unknownElements };
}

const isSaid = ({ type }: Span) => type !== 'null';

/** The whole list, where all of it is passed on as it stands. */
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

/** What a body says of how its list goes on, in whichever of its rows. */
export function fieldsOf(rows: readonly Scan<string>[], { fields }: Paging): Fields {
  const texts: Record<string, string | undefined> = {};
  // Where several members may say it, those that do not are there as null.
  for (const row of rows)
    for (const name in fields) for (const span of row.all(name)) texts[name] = fieldText(row, span) ?? texts[name];
  return texts;
}

/**
 * Every digit of what is read goes back to the upstream: arrays, too, are kept as they came. Half a surrogate pair, which
 * no address can hold, goes back as U+FFFD: the page that came with it is whole.
 */
function fieldText(scan: Scan<string>, span: Span): string | undefined {
  return span.type === 'object' || span.type === 'null' ? undefined : scan.text(span).toWellFormed();
}
