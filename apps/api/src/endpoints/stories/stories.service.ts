import { compileShape } from '@loupe/lossless-json';
import { userStory } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { type Answer, singlePage } from '../../gateway/answers/answer';
import { listShape, readPage, writePage } from '../../gateway/answers/list-answer';
import { failurePaths, scanBody } from '../../gateway/answers/upstream-body';
import type { Call } from '../../gateway/call';
import { Gateway } from '../../gateway/gateway';
import { Profiles } from '../../gateway/profiles';
import type { Reply } from '../../platform/http/reply';

const storyItems = listShape({ list: 'reel.items' });
const storyReel = compileShape({ reel: 'reel', ...failurePaths });
const noItems: Answer = {
  body: Buffer.from('{"items":[],"next_cursor":null,"has_more":false}'),
  listEnd: 'single-page',
};

@Injectable()
export class StoriesService {
  constructor(
    private readonly gateway: Gateway,
    private readonly profiles: Profiles,
  ) {}

  /** The active stories of a user; the upstream says `reel: null` both of an account without any and of a private one. */
  ofUser(call: Call, userId: string): Promise<Reply> {
    return this.gateway.charged(call, async () => {
      const body = await this.profiles.sendIfVisible(userId, userStory(userId), call.exchange);
      if (scanBody(body, storyReel).one('reel')?.type === 'null') return noItems;
      return writePage(readPage(body, storyItems, undefined), singlePage);
    });
  }
}
