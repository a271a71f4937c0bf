import type { Body } from '@loupe/lossless-json';
import { type Subject, UpstreamClient, type UpstreamRequest } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import type { Reply } from '../platform/http/reply';
import { AbsentList, type ListShape, type Page, readPage, writePage } from './answers/list-answer';
import type { Call } from './call';
import { Cursors, type UpstreamCursor } from './cursors';
import { Gateway } from './gateway';

export interface ListSource {
  shape: ListShape;
  /** The upstream request of the page that `cursor` stands for; of the first one without it. */
  request(cursor: UpstreamCursor | undefined): UpstreamRequest;
  /** Whose absence a 404 speaks of. */
  subject?: Subject;
  /**
   * Run when the first page is empty or lacks its list, which may be the quiet form of a private or missing account:
   * throws when it is.
   */
  ifEmpty?(): Promise<void>;
}

@Injectable()
export class Lists {
  constructor(
    private readonly gateway: Gateway,
    private readonly upstream: UpstreamClient,
    private readonly cursors: Cursors,
  ) {}

  /** One page, charged. A cursor that is not ours is refused before anything else happens. */
  page(call: Call, source: ListSource): Promise<Reply> {
    const cursor = this.cursors.open(call);
    return this.gateway.charged(call, async () => {
      const body = await this.upstream.send(source.request(cursor), call.exchange, source.subject);
      const page = await readVisiblePage(body, source, cursor);
      return writePage(page, page.next && this.cursors.seal(page.next, call));
    });
  }
}

async function readVisiblePage(
  body: Body,
  { shape, ifEmpty }: ListSource,
  cursor: UpstreamCursor | undefined,
): Promise<Page> {
  try {
    const page = readPage(body, shape, cursor);
    if (page.isEmpty && !cursor && !page.next) await ifEmpty?.();
    return page;
  } catch (error) {
    if (error instanceof AbsentList && !cursor) await ifEmpty?.();
    throw error;
  }
}
