import { userStory } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { singlePage } from '../../gateway/answers/answer';
import { listShape, readPage, writePage } from '../../gateway/answers/list-answer';
import type { Call } from '../../gateway/call';
import { Gateway } from '../../gateway/gateway';
import { Profiles } from '../../gateway/profiles';
import type { Reply } from '../../platform/http/reply';

// Accounts without active stories, and private ones, have no reel, or one that is null or without items.
const storyItems = listShape({ list: 'reel.items', mayLackList: true });

@Injectable()
export class StoriesService {
  constructor(
    private readonly gateway: Gateway,
    private readonly profiles: Profiles,
  ) {}

  /** The active stories of a user. */
  ofUser(call: Call, userId: string): Promise<Reply> {
    return this.gateway.charged(call, async () => {
      const body = await this.profiles.sendIfVisible(userId, userStory(userId), call.exchange);
      return writePage(readPage(body, storyItems, undefined), singlePage);
    });
  }
}
