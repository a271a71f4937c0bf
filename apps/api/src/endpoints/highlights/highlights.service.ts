import type { operations } from '@loupe/dto';
import { highlightsTray } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { listShape } from '../../gateway/answers/list-answer';
import type { CallOf } from '../../gateway/endpoint.decorator';
import { HighlightReels } from '../../gateway/highlight-reels';
import { Lists } from '../../gateway/lists';
import { Profiles } from '../../gateway/profiles';
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
  constructor(
    private readonly lists: Lists,
    private readonly reels: HighlightReels,
    private readonly profiles: Profiles,
  ) {}

  trayOf(call: CallOf<Tray>): Promise<Reply> {
    const { user_id } = call.params;
    const send = () => this.profiles.sendIfVisible(user_id, highlightsTray(user_id), call.exchange);
    return this.lists.whole(call, tray, send);
  }

  byId(call: CallOf<Highlight>): Promise<Reply> {
    return this.lists.whole(call, reelItems, () => this.reels.byId(call.params.highlight_id, call.exchange));
  }
}
