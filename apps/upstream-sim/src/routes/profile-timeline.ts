import { type Answer, rows } from '../wire/answer';
import { opaqueCursor } from '../wire/cursors';
import { deferredRow, firstRow, graphqlObject, gridHalves } from '../wire/graphql';
import type { JsonObject } from '../wire/json';
import type { Page } from '../wire/paging';
import { refusal } from '../wire/refusals';
import { authorOf } from '../wire/users';
import { mix, salt, shuffled } from '../world/chance';
import type { Post } from '../world/post';
import type { User } from '../world/users';
import { type Call, graphql, type Operation, pageFor, textOf, variablesOf } from './operation';
import { isQuiet, namedUser } from './subjects';

const root =
  '1$xdt_api__v1__profile_timeline(_request_data:{"count":$count,"max_id":$max_id,"profile_grid_items_cursor":$profile_grid_items_cursor},user_id:$user_id)';
const gridSalt = salt('grid');
const defaultCount = 12;
const maxCount = 50;

/** Pinned posts, then all posts including pinned ones, newest first. Paged by cursor only. */
function gridPage(call: Call, user: User, variables: Readonly<Record<string, unknown>>): Page<Post> {
  const { posts } = call.view.world;
  const count = Number(variables.count ?? defaultCount);
  return pageFor(call, isQuiet(user) ? [] : [...posts.pinned(user.index), ...posts.visible(user.index)], {
    cursor: textOf(variables.profile_grid_items_cursor),
    size: Number.isInteger(count) && count > 0 ? Math.min(count, maxCount) : defaultCount,
    kind: opaqueCursor('QVFC', mix(gridSalt, user.index)),
    owner: user,
  });
}

function feedHalf(call: Call, user: User, page: Page<Post>, items: readonly { feed: JsonObject }[]): JsonObject {
  const { posts } = call.view.world;
  const pinned = page.number === 0 && !isQuiet(user) ? posts.pinned(user.index) : [];
  return {
    num_results: page.items.length,
    more_available: page.more,
    next_max_id: page.items.at(-1)?.compositeId ?? null,
    profile_grid_items_cursor: page.cursor,
    pinned_profile_grid_items_ids: pinned.length === 0 ? '' : pinned.map((post) => String(post.pk)),
    auto_load_more_enabled: true,
    user: graphqlObject(authorOf(call.view, user)),
    profile_grid_items: items.map(({ feed }) => ({ item_type: 'media', highlight: null, media: feed })),
  };
}

function profileTimeline(call: Call): Answer {
  const { view } = call;
  const variables = variablesOf(call);
  const user = namedUser(view.world, textOf(variables.user_id));
  if (!user) return rows([firstRow(view, { __typename: 'Query', [root]: null }, true)], 'utf8');
  if (user.privacy === 'private') throw refusal('private_400');
  const page = gridPage(call, user, variables);
  const halves = page.items.map((post) => gridHalves(view, post));
  const feed = {
    path: [root],
    label: 'ProfileTimelineFragment__force_flush',
    data: feedHalf(call, user, page, halves),
  };
  const order = shuffled(mix(gridSalt, user.index, page.number), halves.length);
  const label = 'ProfileTimelineMediaItemDeferredFields';
  return rows(
    [
      firstRow(view, { __typename: 'Query', [root]: { strong_id__: null, client_hints: {} } }, false),
      deferredRow(view, feed, order.length === 0),
      ...order.map((item, rank) => {
        const data = halves[item]?.deferred;
        const path = [root, 'profile_grid_items', item, 'media'];
        return deferredRow(view, { path, label, data }, rank === order.length - 1);
      }),
    ],
    'utf8',
  );
}

export const profileTimelineOperations: readonly Operation[] = [
  graphql('graphql.profile_timeline', 'IGProfileTimelineQuery', profileTimeline),
];
