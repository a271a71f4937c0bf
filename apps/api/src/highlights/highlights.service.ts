import type { operations } from '@loupe/dto';
import { compileShape } from '@loupe/lossless-json';
import { type Exchange, highlightsTray, reelsMedia, UpstreamClient, UpstreamFailure } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { listShape, readPage, writePage } from '../gateway/answers/list-answer';
import { failurePaths, nonsense, scanBody } from '../gateway/answers/upstream-body';
import type { CallOf } from '../gateway/endpoint.decorator';
import { Gateway } from '../gateway/gateway';
import type { Reply } from '../http/reply';
import { Profiles } from '../profiles/profiles';

type Tray = typeof operations.users.highlights;
type Highlight = typeof operations.highlights.byId;

const tray = listShape({ list: 'tray' });
const reelItems = listShape({ list: 'reels.~highlight:.items' });
const reel = compileShape({
  reels: 'reels',
  reel: 'reels.~highlight:',
  owner: 'reels.~highlight:.user.pk',
  ...failurePaths,
});

@Injectable()
export class HighlightsService {
  constructor(
    private readonly gateway: Gateway,
    private readonly upstream: UpstreamClient,
    private readonly profiles: Profiles,
  ) {}

  trayOf(call: CallOf<Tray>): Promise<Reply> {
    const { user_id } = call.params;
    return this.gateway.charged(call, async () => {
      const body = await this.profiles.sendIfVisible(user_id, highlightsTray(user_id), call.exchange);
      return writePage(readPage(body, tray, undefined), undefined);
    });
  }

  byId(call: CallOf<Highlight>): Promise<Reply> {
    return this.gateway.charged(call, async () => {
      const { body } = await this.fetchReel(call.params.highlight_id, call.exchange);
      return writePage(readPage(body, reelItems, undefined), undefined);
    });
  }

  /** pk of the account that a highlight belongs to; null when the upstream does not say. */
  async ownerOf(id: string, exchange: Exchange): Promise<string | null> {
    const { scan } = await this.fetchReel(id, exchange);
    const owner = scan.one('owner');
    return owner ? scan.text(owner) : null;
  }

  /** A highlight that does not exist is simply absent from `reels`. */
  private async fetchReel(id: string, exchange: Exchange) {
    const body = await this.upstream.send(reelsMedia(`highlight:${id}`), exchange);
    const scan = scanBody(body, reel);
    if (scan.one('reels')?.type !== 'object') throw nonsense('reels');
    if (scan.one('reel')?.type !== 'object') throw new UpstreamFailure('not_found', 'no such reel');
    return { body, scan };
  }
}
