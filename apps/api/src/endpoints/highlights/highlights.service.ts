import type { operations } from '@loupe/dto';
import { highlightsTray } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { listShape } from '../../gateway/answers/list-answer';
import type { CallOf } from '../../gateway/endpoint.decorator';
import { Gateway } from '../../gateway/gateway';
import { fetchReel } from '../../gateway/highlight-reels';
import { wholeList } from '../../gateway/list-page';
import { sendIfVisible } from '../../gateway/profiles';
import type { Reply } from '../../platform/http/reply';

type Tray = typeof operations.users.highlights;
type Highlight = typeof operations.highlights.byId;

const tray = listShape({ list: 'tray', marks: { texts: 'tray[].id' } });
const reelItems = listShape({
  list: 'reels.~highlight:.items',
  marks: { texts: 'reels.~highlight:.items[].pk' },
  mayLackList: ['status'],
});

@Injectable()
export class HighlightsService {
  constructor(private readonly gateway: Gateway) {}

  trayOf(call: CallOf<Tray>): Promise<Reply> {
    const { user_id } = call.params;
    const fetch = wholeList(tray, (upstream) => sendIfVisible(user_id, highlightsTray(user_id), upstream));
    return this.gateway.handle(call, fetch);
  }

  byId(call: CallOf<Highlight>): Promise<Reply> {
    const { highlight_id } = call.params;
    return this.gateway.handle(
      call,
      wholeList(reelItems, (upstream) => fetchReel(highlight_id, upstream)),
    );
  }
}
