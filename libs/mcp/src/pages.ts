import { type Operation, paginationOf } from '@loupe/dto';
import type { SentParameters } from './data-api';
import { joinedGrid } from './grid';
import { type AnyJson, ToolFailure, type ToolRun } from './tool-run';

/** Items of a page from `offset`; earlier items were in a previous result. */
interface FetchedPage {
  readonly token: string | undefined;
  readonly offset: number;
  readonly items: readonly unknown[];
}

export interface FetchedPages {
  readonly pages: readonly FetchedPage[];
  readonly next: string | undefined;
  readonly stopped?: string;
}

export interface PageArguments {
  readonly cursor?: string;
  readonly pages?: number;
}

/** Requests pages of a list. If a later page fails, returns the earlier pages, because they were paid for. */
export async function fetchPages(
  run: ToolRun,
  operation: Operation,
  sent: SentParameters,
  { cursor, pages: wanted = 1 }: PageArguments,
): Promise<FetchedPages> {
  const paging = paginationOf(operation)!;
  const pages: FetchedPage[] = [];
  let { token, offset } = readNext(cursor);
  while (pages.length < wanted) {
    let page: AnyJson;
    try {
      page = await run.request(operation, paging.token_parameter ? { ...sent, [paging.token_parameter]: token } : sent);
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

/** Cursor after the first `shown` items: the token of the next page, or a position in a page that is cached by then. */
export function nextAfter({ pages, next }: FetchedPages, shown: number): string | undefined {
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
