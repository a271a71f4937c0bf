import type { operations } from '@loupe/dto';
import { highlightsTray } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { singlePage } from '../../gateway/answers/answer';
import { listShape, readPage, writePage } from '../../gateway/answers/list-answer';
import type { CallOf } from '../../gateway/endpoint.decorator';
import { Gateway } from '../../gateway/gateway';
import { HighlightReels } from '../../gateway/highlight-reels';
import { Profiles } from '../../gateway/profiles';
import type { Reply } from '../../platform/http/reply';

type Tray = typeof operations.users.highlights;
type Highlight = typeof operations.highlights.byId;

const tray = listShape({ list: 'tray' });
const reelItems = listShape({ list: 'reels.~highlight:.items', mayLackList: true });

@Injectable()
export class HighlightsService {
  constructor(
    private readonly gateway: Gateway,
    private readonly reels: HighlightReels,
    private readonly profiles: Profiles,
  ) {}

  trayOf(call: CallOf<Tray>): Promise<Reply> {
    const { user_id } = call.params;
    return this.gateway.charged(call, async () => {
      const body = await this.profiles.sendIfVisible(user_id, highlightsTray(user_id), call.exchange);
      return writePage(readPage(body, tray, undefined), singlePage);
    });
  }

  byId(call: CallOf<Highlight>): Promise<Reply> {
    return this.gateway.charged(call, async () => {
      const body = await this.reels.byId(call.params.highlight_id, call.exchange);
      return writePage(readPage(body, reelItems, undefined), singlePage);
    });
  }
}
