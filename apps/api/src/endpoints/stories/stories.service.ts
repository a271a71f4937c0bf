import { userStory } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { listShape } from '../../gateway/answers/list-answer';
import type { Call } from '../../gateway/call';
import { Lists } from '../../gateway/lists';
import { Profiles } from '../../gateway/profiles';
import type { Reply } from '../../platform/http/reply';

// Accounts without active stories, and private ones, have no reel, or one that is null or without items.
const storyItems = listShape({ list: 'reel.items', marks: { texts: 'reel.items[].pk' }, mayLackList: ['status'] });

@Injectable()
export class StoriesService {
  constructor(
    private readonly lists: Lists,
    private readonly profiles: Profiles,
  ) {}

  /** The active stories of a user. */
  ofUser(call: Call, userId: string): Promise<Reply> {
    const send = () => this.profiles.sendIfVisible(userId, userStory(userId), call.exchange);
    return this.lists.whole(call, storyItems, send);
  }
}
