import type { Subject, UpstreamRequest } from '@loupe/upstream-client';
import { AbsentList, type ListShape, type Page, readPage, writePage } from './answers/list-answer';
import { singlePage } from './answers/upstream-result';
import type { UpstreamCursor } from './cursors';
import type { Fetch, FetchContext } from './gateway';
import type { CallUpstream } from './upstreams';

export interface ListSource {
  shape: ListShape;
  request(cursor: UpstreamCursor | undefined): UpstreamRequest;
  /** What does not exist when the upstream responds with 404. */
  subject?: Subject;
  /** Runs if the first page has no list, or is empty and has no next page. Throws for a private or missing account. */
  ifEmpty?(upstream: CallUpstream): Promise<void>;
}

/** Fetches a list with a single page. */
export function wholeList(shape: ListShape, send: (upstream: CallUpstream) => Promise<Buffer>): Fetch {
  return async ({ upstream }) => writePage(readPage(await send(upstream), shape, undefined), singlePage);
}

/** Fetches one page of a list. */
export function listPage(source: ListSource): Fetch {
  return async (context) => {
    const page = await fetchPage(source, context);
    return writePage(page, source.shape.paths.paging ? context.continueAt(page.next) : singlePage);
  };
}

async function fetchPage(
  { shape, request, subject, ifEmpty }: ListSource,
  { upstream, cursor }: FetchContext,
): Promise<Page> {
  const body = await upstream.send(request(cursor?.cursor), subject);
  try {
    const page = readPage(body, shape, cursor?.cursor);
    if (page.isEmpty && !cursor && !page.next) await ifEmpty?.(upstream);
    return page;
  } catch (error) {
    if (error instanceof AbsentList && !cursor) await ifEmpty?.(upstream);
    throw error;
  }
}
