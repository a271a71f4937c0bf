import { type Answer, json } from '../wire/answer';
import { offsetCursor, opaqueCursor } from '../wire/cursors';
import { rotated } from '../wire/json';
import { compactUser } from '../wire/users';
import { between, mix, salt } from '../world/chance';
import { cappedListLength } from '../world/follows';
import { isPopular, type User } from '../world/users';
import { type Call, get, type ListRequest, type Operation, pageFor, param } from './operation';
import { isQuiet, viewableUser } from './subjects';

const followersSalt = salt('followers');
const defaultCount = 25;
const maxCount = 100;

/** The page size that a request for followers asks for. The list of followed accounts always has pages of 25. */
function countOf(call: Call): number {
  const count = Number(call.query.get('count') ?? defaultCount);
  return Number.isInteger(count) && count > 0 ? Math.min(count, maxCount) : defaultCount;
}

function listAnswer(call: Call, user: User, list: readonly number[], request: ListRequest, isCapped: boolean): Answer {
  const { view } = call;
  const page = pageFor(call, isQuiet(user) ? [] : list, request);
  const body = {
    users: page.items.map((index) => compactUser(view, view.world.userAt(index))),
    big_list: list.length > request.size,
    page_size: request.size,
    next_max_id: page.cursor ?? (user.index % 2 ? null : undefined),
    has_more: page.more,
    should_limit_list_of_followers: isCapped,
    use_clickable_see_more: false,
    show_spam_follow_request_tab: false,
    follow_ranking_token: `${mix(user.index, 3).toString(16)}|${user.pk}|osr`,
    status: 'ok',
  };
  return json(rotated(body, between(mix(user.index, page.number, 11), 0, 10)));
}

function followers(call: Call): Answer {
  const user = viewableUser(call.view.world, param(call, 'pk'));
  const isCapped = isPopular(user.index);
  const all = call.view.world.follows.followers(user.index);
  const request = {
    cursor: call.query.get('max_id'),
    size: isCapped ? cappedListLength : countOf(call),
    kind: opaqueCursor('QVFE', mix(followersSalt, user.index)),
    owner: user,
  };
  return listAnswer(call, user, isCapped ? all.slice(0, cappedListLength) : all, request, isCapped);
}

function following(call: Call): Answer {
  const user = viewableUser(call.view.world, param(call, 'pk'));
  const list = call.view.world.follows.following(user.index);
  const request = { cursor: call.query.get('max_id'), size: defaultCount, kind: offsetCursor, owner: user };
  return listAnswer(call, user, list, request, false);
}

export const friendshipsOperations: readonly Operation[] = [
  get('friendships.followers', 'friendships/{pk}/followers', followers),
  get('friendships.following', 'friendships/{pk}/following', following),
];
