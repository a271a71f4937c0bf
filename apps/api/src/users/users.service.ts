import type { operations } from '@loupe/dto';
import { friendships, profileTimeline, typeahead, UpstreamClient, UpstreamFailure } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { listShape } from '../gateway/answers/list-answer';
import type { CallOf } from '../gateway/endpoint.decorator';
import { Gateway } from '../gateway/gateway';
import { Lists } from '../gateway/lists';
import { Problem } from '../http/problem';
import type { Reply } from '../http/reply';
import { readProfileGrid } from './profile-grid';
import { Profiles } from './profiles';
import { pkOfUsername } from './username-lookup';

type Users = typeof operations.users;

const friendList = listShape({ list: 'users', cursor: 'next_max_id' });

@Injectable()
export class UsersService {
  constructor(
    private readonly gateway: Gateway,
    private readonly lists: Lists,
    private readonly upstream: UpstreamClient,
    private readonly profiles: Profiles,
  ) {}

  byId(call: CallOf<Users['byId']>): Promise<Reply> {
    return this.gateway.charged(call, () => this.profiles.byId(call.params.user_id, call.exchange));
  }

  byUsername(call: CallOf<Users['byUsername']>): Promise<Reply> {
    const { username } = call.params;
    return this.gateway.charged(call, async () => {
      const pk = pkOfUsername(await this.upstream.send(typeahead(username), call.exchange, 'user'), username);
      if (pk === undefined) throw new UpstreamFailure('user_not_found', 'no hit has exactly this handle');
      return this.profiles.byId(pk, call.exchange);
    });
  }

  friends(call: CallOf<Users['followers'] | Users['following']>, list: 'followers' | 'following'): Promise<Reply> {
    const { user_id } = call.params;
    return this.lists.page(call, {
      shape: friendList,
      subject: 'user',
      request: (cursor) => friendships(list, user_id, cursor?.[0]),
      ifEmpty: () => this.profiles.requireVisible(user_id, call.exchange),
    });
  }

  posts(call: CallOf<Users['posts']>): Promise<Reply> {
    const { user_id, cursor, max_id } = call.params;
    if (max_id !== undefined) throw maxIdProblem;
    return this.gateway.charged(call, async () => {
      const stream = await this.upstream.send(profileTimeline(user_id, cursor), call.exchange, 'user');
      const { body, isEmpty } = readProfileGrid(stream);
      if (isEmpty && cursor === undefined) await this.profiles.requireVisible(user_id, call.exchange);
      return body;
    });
  }
}

const maxIdProblem = new Problem(
  'invalid_parameter',
  'max_id does not page this list: the upstream ignores it and would give the first page for ever. Pass feed.profile_grid_items_cursor as cursor.',
  { members: { errors: [{ in: 'query', parameter: 'max_id', message: 'is not supported; use cursor' }] } },
);
