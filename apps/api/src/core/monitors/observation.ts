import { allOperations, type Operation } from '@loupe/dto';
import { isObject } from '../../platform/is-object';
import type { MonitorEvent, MonitorKind, Scalar } from './monitor';

const maxKnownIds = 5_000;
const maxValueBytes = 1_024;

/** How a list that is ordered by time is read. */
interface OrderedList {
  readonly items: string;
  /** The member that holds the item, if it is wrapped. */
  readonly member?: string;
  /**
   * When the item was made, in Unix seconds. Without it, the place on the page decides what is new: being tagged makes an old post
   * new to its list.
   */
  readonly time?: string;
  /** Says whether another page follows. */
  readonly more: string;
}

const envelope: OrderedList = { items: 'items', more: 'has_more' };
const media: OrderedList = { ...envelope, time: 'taken_at' };

const orderedLists: Readonly<Record<string, OrderedList>> = {
  'users.posts': {
    items: 'feed.profile_grid_items',
    member: 'media',
    time: '1ltaken_at',
    more: 'feed.more_available',
  },
  'users.reels': media,
  'users.tagged': envelope,
  'posts.comments': { items: 'comments', time: 'created_at', more: 'has_more' },
  'hashtags.recent': media,
  'locations.recent': media,
};

/** How an operation can be watched; undefined when it cannot. */
export function kindOf({ name, priceUnits, answer }: Operation): MonitorKind | undefined {
  if (name in orderedLists) return 'new_items';
  return priceUnits > 0 && answer.kind === 'object' ? 'changed' : undefined;
}

export const watchable = allOperations.flatMap((operation) => {
  const kind = kindOf(operation);
  return kind ? [{ operation, kind }] : [];
});

/** What a monitor remembers of earlier responses. */
export interface Memory {
  /** The latest known ids, oldest first; null before the first response. */
  readonly knownIds: readonly string[] | null;
  /** Unix seconds. Items that are not younger are old. */
  readonly knownSince: number | null;
  readonly watched: Readonly<Record<string, Scalar>>;
}

export type Finding = Pick<MonitorEvent, 'itemId' | 'gap' | 'field' | 'before' | 'after'>;

export interface Comparison {
  readonly memory: Memory;
  readonly isBaseline: boolean;
  /** Oldest first. */
  readonly findings: readonly Finding[];
  /** What the response does not have, in a sentence. */
  readonly missing: string | null;
}

/** Compares a response with what is remembered of earlier ones. */
export function compare(
  { operation, kind, fields }: { operation: string; kind: MonitorKind; fields: readonly string[] },
  memory: Memory,
  body: unknown,
): Comparison {
  return kind === 'new_items'
    ? compareItems(orderedLists[operation]!, memory, body)
    : compareValues(fields, memory, body);
}

/**
 * Finds the items that are new. Not every unknown item is: when one is deleted or unpinned, an older one moves onto the page.
 */
function compareItems(list: OrderedList, memory: Memory, body: unknown): Comparison {
  const items = itemsOf(list, body);
  const lastTime = items.at(-1)?.time ?? 0;
  const { knownIds, knownSince } = memory;
  if (knownIds === null) {
    const first = { ...memory, knownIds: items.map(({ id }) => id).reverse(), knownSince: list.time ? lastTime : null };
    return { memory: first, isBaseline: true, findings: [], missing: null };
  }
  const known = new Set(knownIds);
  const lastKnown = items.findLastIndex(({ id }) => known.has(id));
  const unknown = items.filter(({ id }) => !known.has(id));
  // Of items made in the same second, the place decides.
  const isAbove = ({ place }: Item) => lastKnown < 0 || place < lastKnown;
  const isNew = (item: Item) =>
    item.time === undefined || knownSince === null || item.time === knownSince ? isAbove(item) : item.time > knownSince;
  const found = unknown.filter(isNew).reverse();
  // A pinned item stays on the page although newer ones were missed, so what counts is whether the new items end at a known one.
  const endsNew = found.length > 0 && found[0]!.place > lastKnown;
  const gap = endsNew && (valueAt(body, list.more) === true || (lastKnown < 0 && known.size > 0));
  const ids = [...knownIds, ...unknown.map(({ id }) => id).reverse()];
  const isFull = ids.length > maxKnownIds;
  return {
    memory: {
      ...memory,
      knownIds: ids.slice(-maxKnownIds),
      // Items whose ids are forgotten must not become new again.
      knownSince: isFull && knownSince !== null ? Math.max(knownSince, lastTime) : knownSince,
    },
    isBaseline: false,
    findings: found.map(({ id }) => ({ itemId: id, gap: gap || null, field: null, before: null, after: null })),
    missing: null,
  };
}

interface Item {
  readonly id: string;
  readonly time: number | undefined;
  readonly place: number;
}

function itemsOf({ items, member, time }: OrderedList, body: unknown): Item[] {
  const all = valueAt(body, items);
  const found = (Array.isArray(all) ? all : []).flatMap((one: unknown, place): Item[] => {
    const item = member === undefined ? one : valueAt(one, member);
    const id = valueAt(item, 'pk') ?? valueAt(item, 'id');
    const at = time === undefined ? undefined : valueAt(item, time);
    if (typeof id !== 'string') return [];
    return [{ id: id.split('_')[0]!, time: typeof at === 'number' ? at : undefined, place }];
  });
  return [...new Map(found.reverse().map((item) => [item.id, item])).values()].reverse();
}

/** A value that is missing, null or no scalar keeps the last one: it may come back. */
function compareValues(fields: readonly string[], memory: Memory, body: unknown): Comparison {
  const values = fields.map((field) => [field, scalarAt(body, field)] as const);
  const present = values.filter((entry): entry is [string, Scalar] => entry[1] !== undefined);
  const absent = values.filter(([, value]) => value === undefined).map(([field]) => field);
  const findings = present.flatMap(([field, after]): Finding[] => {
    const before = Object.hasOwn(memory.watched, field) ? memory.watched[field]! : after;
    return before === after ? [] : [{ itemId: null, gap: null, field, before, after }];
  });
  return {
    memory: {
      ...memory,
      knownIds: memory.knownIds ?? [],
      watched: { ...memory.watched, ...Object.fromEntries(present) },
    },
    isBaseline: memory.knownIds === null,
    findings,
    missing: absent.length > 0 ? `The response has no text, number or boolean at ${absent.join(', ')}.` : null,
  };
}

function scalarAt(body: unknown, path: string): Scalar | undefined {
  const value = valueAt(body, path);
  if (typeof value === 'string')
    return (
      Buffer.from(value)
        .subarray(0, maxValueBytes)
        .toString()
        .replace(/\uFFFD+$/, '')
        // PostgreSQL stores no NUL.
        .replaceAll('\0', '\uFFFD')
    );
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

function valueAt(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), body);
}
