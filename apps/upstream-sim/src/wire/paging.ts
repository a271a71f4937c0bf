import type { CursorKind } from './cursors';
import { refusal } from './refusals';

export const listQuirks = [
  'private_empty',
  'empty_page_with_cursor',
  'same_cursor',
  'has_more_without_cursor',
  'cursor_without_has_more',
  'duplicate_items',
  'no_reel',
  'null_items',
] as const;
export type ListQuirk = (typeof listQuirks)[number];

export const badCursorModes = ['page_one', 'empty', 'error'] as const;
export type BadCursorMode = (typeof badCursorModes)[number];

export interface Treatment {
  readonly quirk: ListQuirk | undefined;
  readonly badCursor: BadCursorMode;
}

export interface PageRequest {
  readonly cursor: string | null | undefined;
  readonly size: number;
  readonly kind: CursorKind;
  readonly treatment: Treatment;
  /** How pages misbehave without an injected fault, by page number from 0. */
  readonly naturalQuirks?: Readonly<Record<number, ListQuirk>> | undefined;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly cursor: string | null;
  readonly more: boolean | undefined;
  readonly number: number;
}

const repeatedItems = 3;

/** The pages (numbered from 0) that misbehave in the lists of `quirky.lists`, and how they do. */
export const quirksOfLists: Readonly<Record<string, Readonly<Record<number, ListQuirk>>>> = {
  'friendships.followers': { 1: 'empty_page_with_cursor', 3: 'duplicate_items' },
  'friendships.following': { 2: 'same_cursor' },
  'clips.user': { 1: 'has_more_without_cursor' },
  'usertags.feed': { 0: 'cursor_without_has_more' },
  'graphql.profile_timeline': { 1: 'duplicate_items' },
  'graphql.user_reposts': { 1: 'empty_page_with_cursor' },
};

function offsetOf(request: PageRequest, total: number): number {
  if (!request.cursor) return 0;
  const offset = request.kind.read(request.cursor);
  if (offset !== undefined) return offset;
  if (request.treatment.badCursor === 'error') throw refusal('bad_cursor');
  return request.treatment.badCursor === 'empty' ? total : 0;
}

export function pageOf<T>(list: readonly T[], request: PageRequest): Page<T> {
  const offset = offsetOf(request, list.length);
  const end = Math.min(offset + request.size, list.length);
  const isLast = end >= list.length;
  const number = Math.floor(offset / request.size);
  const page = {
    items: list.slice(offset, end),
    cursor: isLast ? null : request.kind.write(end),
    more: !isLast,
    number,
  };
  return misbehave(page, list.slice(Math.max(0, offset - repeatedItems), offset), request);
}

function misbehave<T>(page: Page<T>, before: readonly T[], request: PageRequest): Page<T> {
  switch (request.treatment.quirk ?? request.naturalQuirks?.[page.number]) {
    case 'empty_page_with_cursor':
      return { ...page, items: [] };
    case 'same_cursor':
      return { ...page, cursor: request.cursor ?? page.cursor };
    case 'has_more_without_cursor':
      return { ...page, cursor: null, more: true };
    case 'cursor_without_has_more':
      return { ...page, more: undefined };
    case 'duplicate_items':
      return { ...page, items: [...before, ...page.items, ...page.items.slice(0, 1)] };
    case 'private_empty':
      return { ...page, items: [], cursor: null, more: undefined };
    default:
      return page;
  }
}
