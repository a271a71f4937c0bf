import { type Operation, paginationOf } from '@loupe/dto';
import type { SentParameters } from './data-api';
import { joinedGrid } from './grid';
import { type AnyJson, ToolFailure, type ToolRun } from './tool-run';

/** How a page is asked for, and its items from `offset` on: those before were shown already. */
interface WalkedPage {
  readonly token: string | undefined;
  readonly offset: number;
  readonly items: readonly unknown[];
}

export interface Walked {
  readonly pages: readonly WalkedPage[];
  /** The token of the page after the last. */
  readonly next: string | undefined;
  /** Why it went no further, where that was not the end. */
  readonly stopped?: string;
}

export interface WalkArguments {
  readonly cursor?: string;
  readonly pages?: number;
}

/** Asks for pages of a list. A failure after the first page ends it, and what there is is shown: it has been paid for. */
export async function walk(
  run: ToolRun,
  operation: Operation,
  sent: SentParameters,
  { cursor, pages: wanted = 1 }: WalkArguments,
): Promise<Walked> {
  const paging = paginationOf(operation)!;
  const pages: WalkedPage[] = [];
  let { token, offset } = readNext(cursor);
  while (pages.length < wanted) {
    let page: AnyJson;
    try {
      page = await run.ask(operation, paging.token_parameter ? { ...sent, [paging.token_parameter]: token } : sent);
    } catch (error) {
      if (pages.length === 0 || !(error instanceof ToolFailure)) throw error;
      return { pages, next: token, stopped: error.message };
    }
    const items = 'feed' in page ? joinedGrid(page) : (at(page, paging.items_path) as unknown[]);
    pages.push({ token, offset, items: items.slice(offset) });
    const next = paging.token_path && at(page, paging.has_more_path) ? at(page, paging.token_path) : undefined;
    if (typeof next !== 'string') return { pages, next: undefined };
    token = next;
    offset = 0;
  }
  return { pages, next: token };
}

/** Where a list goes on of whose items so many are shown: at the next page, or inside of one, which is free to ask again. */
export function nextAfter({ pages, next }: Walked, shown: number): string | undefined {
  let rest = shown;
  for (const { token, offset, items } of pages) {
    if (rest < items.length) return `${token ?? ''}+${offset + rest}`;
    rest -= items.length;
  }
  return next;
}

function readNext(cursor: string | undefined): { token: string | undefined; offset: number } {
  const [, token = '', offset = '0'] = /^([^+]*)(?:\+(\d{1,6}))?$/.exec(cursor ?? '') ?? ['', cursor];
  return { token: token || undefined, offset: Number(offset) };
}

function at(value: AnyJson, path: string): unknown {
  return path.split('.').reduce((part, name) => part?.[name], value);
}
