import { type Subject, UpstreamClient, type UpstreamRequest } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import type { Reply } from '../http/reply';
import { type ListShape, readPage, writePage } from './answers/list-answer';
import type { Call } from './call';
import { Cursors, type UpstreamCursor } from './cursors';
import { Gateway } from './gateway';

export interface ListSource {
  shape: ListShape;
  /** The upstream request of the page that `cursor` stands for; of the first one without it. */
  request(cursor: UpstreamCursor | undefined): UpstreamRequest;
  /** Whose absence a 404 speaks of. */
  subject?: Subject;
  /** Looked into when the first page is empty: an empty list may be the quiet form of a private or missing account. */
  ifEmpty?(): Promise<void>;
}

/** Answers the operations whose answer is the standard envelope. */
@Injectable()
export class Lists {
  constructor(
    private readonly gateway: Gateway,
    private readonly upstream: UpstreamClient,
    private readonly cursors: Cursors,
  ) {}

  /** One page, charged. A cursor that is not ours is refused before anything else happens. */
  page(call: Call, { shape, request, subject, ifEmpty }: ListSource): Promise<Reply> {
    const cursor = this.cursors.open(call);
    return this.gateway.charged(call, async () => {
      const body = await this.upstream.send(request(cursor), call.exchange, subject);
      const page = readPage(body, shape, cursor);
      if (page.isEmpty && !cursor && !page.next) await ifEmpty?.();
      return writePage(page, page.next && this.cursors.seal(page.next, call));
    });
  }
}
