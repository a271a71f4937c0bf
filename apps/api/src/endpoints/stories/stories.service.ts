import { userStory } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { listShape } from '../../gateway/answers/list-answer';
import type { Call } from '../../gateway/call';
import { Gateway } from '../../gateway/gateway';
import { wholeList } from '../../gateway/list-page';
import { sendIfVisible } from '../../gateway/profiles';
import type { Reply } from '../../platform/http/reply';

// Without active stories, or for a private account, the reel is missing, null or without items.
const storyItems = listShape({ list: 'reel.items', marks: { texts: 'reel.items[].pk' }, mayLackList: ['status'] });

@Injectable()
export class StoriesService {
  constructor(private readonly gateway: Gateway) {}

  ofUser(call: Call, userId: string): Promise<Reply> {
    const fetch = wholeList(storyItems, (upstream) => sendIfVisible(userId, userStory(userId), upstream));
    return this.gateway.handle(call, fetch);
  }
}
