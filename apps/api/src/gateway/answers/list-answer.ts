import { assemble, compileShape, type Scan, type Shape, type Span } from '@loupe/lossless-json';
import type { UpstreamCursor } from '../cursors';
import { failurePaths, nonsense, scanBody } from './upstream-body';

type ListName = 'list' | 'item' | 'cursor' | 'second' | 'third' | 'more' | keyof typeof failurePaths;

/** Where in an upstream body a list stands. Paths are those of lossless-json's shapes. */
export interface ListPaths {
  /** The array itself: `users`, `paging.items`. Its absence makes the body nonsense. */
  list: string;
  /** What of each element is passed on, where that is not the whole of it: `items[].media`. */
  item?: string | readonly string[];
  /** The upstream's cursor of the next page; a list without one has a single page. */
  cursor?: string | readonly string[];
  /** Values that travel with the cursor. */
  second?: string;
  third?: string;
  /** A flag whose false ends the list whatever the cursor says. */
  more?: string;
}

export interface ListShape {
  readonly paths: ListPaths;
  readonly shape: Shape<ListName>;
}

/** A page as it goes out, but for the sealing of its cursor. */
export interface Page {
  readonly scan: Scan<ListName>;
  readonly items: readonly Span[] | Span;
  readonly next: UpstreamCursor | undefined;
  readonly isEmpty: boolean;
}

const nowhere: readonly string[] = [];

export function listShape(paths: ListPaths): ListShape {
  const { list, item = nowhere, cursor = nowhere, second = nowhere, third = nowhere, more = nowhere } = paths;
  return { paths, shape: compileShape({ list, item, cursor, second, third, more, ...failurePaths }) };
}

/** Finds the items of a page and where the list goes on. `asked` is the cursor the page was asked with. */
export function readPage(body: Buffer, { paths, shape }: ListShape, asked: UpstreamCursor | undefined): Page {
  const scan = scanBody(body, shape);
  const list = scan.one('list');
  if (list?.type !== 'array') throw nonsense(paths.list);
  const items = paths.item === undefined ? list : scan.all('item').filter((span) => span.type === 'object');
  const isEmpty = Array.isArray(items) ? items.length === 0 : scan.isEmpty(list);
  return { scan, items, next: nextCursor(body, scan, asked), isEmpty };
}

/** `{"items":[…],"next_cursor":…,"has_more":…}`, the items byte for byte but for their ids. */
export function writePage({ scan, items }: Pick<Page, 'scan' | 'items'>, nextCursor: string | undefined): Buffer {
  const tail =
    nextCursor === undefined
      ? ',"next_cursor":null,"has_more":false}'
      : `,"next_cursor":"${nextCursor}","has_more":true}`;
  if (!Array.isArray(items)) return assemble(['{"items":', { scan, span: items as Span }, tail]);
  const parts = (items as readonly Span[]).flatMap((span, index) => [index === 0 ? '' : ',', { scan, span }]);
  return assemble(['{"items":[', ...parts, `]${tail}`]);
}

/** An upstream that repeats the cursor it was asked with would be walked for ever: there the list ends. */
function nextCursor(body: Buffer, scan: Scan<ListName>, asked: UpstreamCursor | undefined): UpstreamCursor | undefined {
  if (scan.one('more')?.type === 'false') return undefined;
  const [cursor, second, third] = (['cursor', 'second', 'third'] as const).map((name) =>
    valueOf(body, scan, scan.one(name)),
  );
  return !cursor || cursor === asked?.[0] ? undefined : [cursor, second ?? '', third ?? ''];
}

/** Text of a string, digits of a number, an array as it stands: every digit of it goes back to the upstream. */
function valueOf(body: Buffer, scan: Scan<ListName>, span: Span | undefined): string | undefined {
  if (span?.type === 'array') return body.toString('utf8', span.start, span.end);
  return span?.type === 'string' || span?.type === 'number' ? scan.text(span) : undefined;
}
