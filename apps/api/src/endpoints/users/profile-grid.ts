import { compileShape, objectWith, type Part, type Span, scanJson } from '@loupe/lossless-json';
import { byCursor, fieldsOf } from '../../gateway/answers/list-answer';
import { countUnknown, isKnown, markPaths, scanStream, streamPaths } from '../../gateway/answers/upstream-body';
import { type Continuation, resultOf, type UpstreamResult } from '../../gateway/answers/upstream-result';
import type { UpstreamCursor } from '../../gateway/cursors';

const timeline = 'data.~xdt_api__v1__profile_timeline';
const paging = byCursor(['data.profile_grid_items_cursor', `${timeline}.profile_grid_items_cursor`], {
  more: ['data.more_available', `${timeline}.more_available`],
});

const ofItem = (...members: string[]) =>
  members.flatMap((member) => ['data', timeline].map((feed) => `${feed}.profile_grid_items[].${member}`));

/**
 * A row of a streamed GraphQL response. The feed (`profile_grid_items`) is in a deferred row, or in the first row,
 * under a key that consists of the field's name and arguments. The deferred half of each item has its own row, whose
 * path ends in the index of the item.
 */
const gridRow = compileShape<string>({
  inlineFeed: timeline,
  items: ['data.profile_grid_items', `${timeline}.profile_grid_items`],
  item: ['data.profile_grid_items[]', `${timeline}.profile_grid_items[]`],
  itemId: ofItem('media.id', 'media.pk'),
  pinned: ['data.pinned_profile_grid_items_ids', `${timeline}.pinned_profile_grid_items_ids`],
  deferredId: 'data.id',
  deferredPk: 'data.pk',
  step: 'path[]',
  ...markPaths({ texts: ofItem('media.id', 'media.pk'), objects: ofItem('highlight') }),
  ...paging.fields,
  ...streamPaths,
});

type Row = ReturnType<typeof scanGrid>[number];

const scanGrid = (body: Buffer) => scanStream<string>(body, gridRow);

export interface ProfileGrid {
  rows: readonly Row[];
  feedRow: Row;
  /** Read from the cursor only: the upstream ignores the `next_max_id` that it sends. */
  next: UpstreamCursor | undefined;
  isEmpty: boolean;
  unknown: readonly Span[];
}

/**
 * Reads the profile timeline.
 * @returns undefined when the stream has no grid
 * @throws {UpstreamFailure} when the stream is incomplete, contains GraphQL errors, or has only items of unknown shape
 */
export function readProfileGrid(stream: Buffer): ProfileGrid | undefined {
  const rows = scanGrid(stream);
  const feedRow = rows.find((row) => row.one('items')?.type === 'array');
  if (!feedRow) return undefined;
  const next = paging.next(fieldsOf([feedRow], paging), undefined);
  const items = feedRow.all('item');
  const unknown = items.filter((item) => !isKnown(feedRow, item));
  countUnknown('profile_grid_items', items.length, items.length - unknown.length);
  return { rows, feedRow, next, isEmpty: items.length === 0, unknown };
}

export function writeProfileGrid({ rows, feedRow, unknown }: ProfileGrid, continuation: Continuation): UpstreamResult {
  const parts: Part[] = ['{"feed":', feedHalf(feedRow, unknown, continuation), ',"posts":{'];
  let separator = '';
  for (const [pk, halves] of postsByPk(rows, feedRow)) {
    parts.push(`${separator}"${pk}":`, ...merged(halves));
    separator = ',';
  }
  return { ...resultOf([...parts, '}}'], continuation.end), unknownElements: unknown.length };
}

/** The feed with our own token. The pinned ids become an array; the upstream may send `""`, null or nothing. */
function feedHalf(row: Row, omit: readonly Span[], { token }: Continuation): Part {
  const inline = row.one('inlineFeed');
  const items = row.one('items')!;
  const isInline = inline?.type === 'object' && inline.start < items.start && items.end <= inline.end;
  const pinned = row.one('pinned');
  const only = pinned?.type === 'string' ? row.text(pinned) : '';
  return objectWith(row, isInline ? inline : row.one('data')!, {
    omit,
    set: {
      ...(pinned?.type === 'array' ? {} : { pinned: only ? JSON.stringify([only]) : '[]' }),
      cursor: token === undefined ? 'null' : `"${token}"`,
      more: String(token !== undefined),
    },
  });
}

type Half = { row: Row; span: Span };

function postsByPk(rows: readonly Row[], feedRow: Row): Map<string, Half[]> {
  const posts = new Map<string, Half[]>();
  for (const row of rows) {
    const span = row.one('data');
    const isDeferred = row !== feedRow && row.all('step').length > 1;
    if (!isDeferred || span?.type !== 'object') continue;
    const pk = pkOfDeferred(row, feedRow);
    if (pk) posts.set(pk, [...(posts.get(pk) ?? []), { row, span }]);
  }
  return posts;
}

/** Reads the pk from the half itself, or from the feed item at the index in its path. */
function pkOfDeferred(row: Row, feedRow: Row): string | undefined {
  const own = firstPk(row, [...row.all('deferredPk'), ...row.all('deferredId')]);
  if (own) return own;
  const index = row.all('step').find((step) => step.type === 'number');
  const item = index && feedRow.all('item')[Number(row.text(index))];
  return item && firstPk(feedRow, feedRow.within(item, 'itemId'));
}

/** One of a media's ids may be null. */
function firstPk(row: Row, ids: readonly Span[]): string | undefined {
  return ids.map((id) => /^\d+/.exec(row.text(id))?.[0]).find((pk) => pk !== undefined);
}

const members = compileShape<'member'>({ member: '~' });

/** Merges the halves of a post. Fragments overlap, and pinned posts come twice, so the first member of each name is used. */
function merged(halves: readonly Half[]): Part[] {
  if (halves.length === 1) return [{ scan: halves[0]!.row, span: halves[0]!.span }];
  const written = new Set<string>();
  const parts: Part[] = [];
  for (const { row, span } of halves) {
    const scan = scanJson(row.body.subarray(span.start, span.end), members);
    for (const member of scan.all('member')) {
      const key = scan.key(member);
      if (written.has(key)) continue;
      parts.push(written.size === 0 ? '' : ',', { scan, span: { start: member.memberStart!, end: member.end } });
      written.add(key);
    }
  }
  return ['{', ...parts, '}'];
}
