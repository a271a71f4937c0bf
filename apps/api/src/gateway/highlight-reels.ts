import { compileShape } from '@loupe/lossless-json';
import { type Exchange, reelsMedia, UpstreamClient, UpstreamFailure } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { failurePaths, malformedUpstream, saysId, scanBody } from './answers/upstream-body';

const shape = compileShape({
  reels: 'reels',
  reel: 'reels.~highlight:',
  owner: 'reels.~highlight:.user.pk',
  ...failurePaths,
});

/** Reels of highlights, which the upstream keeps by the id of the highlight. */
@Injectable()
export class HighlightReels {
  constructor(private readonly upstream: UpstreamClient) {}

  /** The whole body. A highlight that does not exist is simply absent from `reels`. */
  async byId(id: string, exchange: Exchange): Promise<Buffer> {
    return (await this.read(id, exchange)).body;
  }

  /** pk of the account that a highlight belongs to; null when the upstream does not say. */
  async ownerOf(id: string, exchange: Exchange): Promise<string | null> {
    const { scan } = await this.read(id, exchange);
    const owner = scan.one('owner');
    return saysId(scan, owner) ? scan.text(owner!) : null;
  }

  private async read(id: string, exchange: Exchange) {
    const body = await this.upstream.send(reelsMedia(`highlight:${id}`), exchange);
    const scan = scanBody(body, shape);
    if (scan.one('reels')?.type !== 'object') throw malformedUpstream('reels');
    if (scan.one('reel')?.type !== 'object') throw new UpstreamFailure('not_found', 'no such reel');
    return { body, scan };
  }
}
