import { type Subject, UpstreamClient, type UpstreamRequest } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import type { Reply } from '../platform/http/reply';
import { singlePage } from './answers/answer';
import { AbsentList, type ListShape, type Page, readPage, writePage } from './answers/list-answer';
import type { Call } from './call';
import { type Asked, Cursors, type UpstreamCursor } from './cursors';
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

  /** A list that has one page, charged. */
  whole(call: Call, shape: ListShape, send: () => Promise<Buffer>): Promise<Reply> {
    return this.gateway.charged(call, async () => writePage(readPage(await send(), shape, undefined), singlePage));
  }

  /** One page, charged. A cursor that is not ours is refused before anything else happens. */
  page(call: Call, source: ListSource): Promise<Reply> {
    const asked = this.cursors.open(call);
    return this.gateway.charged(call, async () => {
      const body = await this.upstream.send(source.request(asked?.cursor), call.exchange, source.subject);
      const page = await readVisiblePage(body, source, asked);
      return writePage(page, source.shape.paths.paging ? this.cursors.next(call, page.next, asked) : singlePage);
    });
  }
}

async function readVisiblePage(body: Buffer, { shape, ifEmpty }: ListSource, asked: Asked | undefined): Promise<Page> {
  try {
    const page = readPage(body, shape, asked?.cursor);
    if (page.isEmpty && !asked && !page.next) await ifEmpty?.();
    return page;
  } catch (error) {
    if (error instanceof AbsentList && !asked) await ifEmpty?.();
    throw error;
  }
}
