import type { operations } from '@loupe/dto';
import {
  aboutThisAccount,
  friendships,
  profileTimeline,
  typeahead,
  UpstreamFailure,
  type UpstreamRequest,
  userClips,
  userReposts,
  userTags,
} from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { byCursor, deferrable, type ListShape, listShape, userList } from '../../gateway/answers/list-answer';
import { malformedUpstream } from '../../gateway/answers/upstream-body';
import type { CallOf } from '../../gateway/endpoint.decorator';
import { Gateway } from '../../gateway/gateway';
import { listPage } from '../../gateway/list-page';
import { fetchProfile, requireVisible } from '../../gateway/profiles';
import type { Reply } from '../../platform/http/reply';
import { Problem } from '../../platform/problem';
import { readAboutPanel } from './about-panel';
import { readProfileGrid, writeProfileGrid } from './profile-grid';
import { findUsername } from './username-lookup';

type Users = typeof operations.users;

// has_more of this list is unreliable, so only the cursor counts.
const friendList = userList(byCursor('next_max_id'));
const reelList = listShape({
  list: 'items',
  item: 'items[].media',
  marks: { texts: ['items[].media.pk', 'items[].media.id'] },
  paging: byCursor('paging_info.max_id', { more: 'paging_info.more_available' }),
});
const taggedList = listShape({
  list: 'items',
  marks: { texts: 'items[].pk' },
  paging: byCursor('next_max_id', { more: 'more_available' }),
});
const inTimeline = deferrable('data.~fetch__XDTUserDict.~user_reposts_timeline');
// These media have prefixed keys. The plain keys are added.
const repostList = listShape({
  addPlainKeys: true,
  isStream: true,
  list: inTimeline('repost_grid_items'),
  item: inTimeline('repost_grid_items[].media'),
  marks: { texts: ['pk', 'id'].flatMap((id) => inTimeline(`repost_grid_items[].media.${id}`)) },
  paging: byCursor(inTimeline('repost_next_max_id'), { more: inTimeline('repost_more_available') }),
});

@Injectable()
export class UsersService {
  constructor(private readonly gateway: Gateway) {}

  byId(call: CallOf<Users['byId']>): Promise<Reply> {
    return this.gateway.handle(call, ({ upstream }) => fetchProfile(call.params.user_id, upstream));
  }

  byUsername(call: CallOf<Users['byUsername']>): Promise<Reply> {
    const { username } = call.params;
    return this.gateway.handle(call, async ({ upstream }) => {
      const hits = await upstream.send(typeahead(username), 'user');
      const { pk, unknownElements } = findUsername(hits, username);
      if (pk === undefined) throw new UpstreamFailure('user_not_found', 'no hit has exactly this handle');
      return { ...(await fetchProfile(pk, upstream)), unknownElements };
    });
  }

  friends(call: CallOf<Users['followers'] | Users['following']>, list: 'followers' | 'following'): Promise<Reply> {
    const { user_id } = call.params;
    return this.listOf(call, friendList, (maxId) => friendships(list, user_id, maxId));
  }

  reels(call: CallOf<Users['reels']>): Promise<Reply> {
    const { user_id, sort_by_views } = call.params;
    return this.listOf(call, reelList, (maxId) => userClips(user_id, maxId, sort_by_views === true));
  }

  tagged(call: CallOf<Users['tagged']>): Promise<Reply> {
    return this.listOf(call, taggedList, (maxId) => userTags(call.params.user_id, maxId));
  }

  reposts(call: CallOf<Users['reposts']>): Promise<Reply> {
    return this.listOf(call, repostList, (maxId) => userReposts(call.params.user_id, maxId));
  }

  about(call: CallOf<Users['about']>): Promise<Reply> {
    const { user_id } = call.params;
    return this.gateway.handle(call, async ({ upstream }) => {
      const panel = readAboutPanel(await upstream.send(aboutThisAccount(user_id), 'user'));
      // An empty panel may mean a private or missing account.
      if (panel.details.length === 0) await requireVisible(user_id, upstream);
      return { body: Buffer.from(JSON.stringify(panel)) };
    });
  }

  posts(call: CallOf<Users['posts']>): Promise<Reply> {
    const { user_id, max_id } = call.params;
    if (max_id !== undefined) throw maxIdProblem;
    return this.gateway.handle(call, async ({ upstream, cursor, continueAt }) => {
      const stream = await upstream.send(profileTimeline(user_id, cursor?.cursor[0]), 'user');
      const grid = readProfileGrid(stream);
      // An empty grid may mean a private or missing account.
      if (!grid || (grid.isEmpty && !cursor)) await requireVisible(user_id, upstream);
      if (!grid) throw malformedUpstream('profile_grid_items');
      return writeProfileGrid(grid, continueAt(grid.next));
    });
  }

  private listOf(
    call: UserListCall,
    shape: ListShape,
    request: (maxId: string | undefined) => UpstreamRequest,
  ): Promise<Reply> {
    return this.gateway.handle(
      call,
      listPage({
        shape,
        subject: 'user',
        request: (cursor) => request(cursor?.[0]),
        ifEmpty: (upstream) => requireVisible(call.params.user_id, upstream),
      }),
    );
  }
}

type UserListCall = CallOf<Users['followers' | 'following' | 'reels' | 'tagged' | 'reposts']>;

const maxIdProblem = new Problem(
  'invalid_parameter',
  'max_id does not work for this list, because the upstream ignores it. Send feed.profile_grid_items_cursor as cursor.',
  { members: { errors: [{ in: 'query', parameter: 'max_id', message: 'is not supported; use cursor' }] } },
);
