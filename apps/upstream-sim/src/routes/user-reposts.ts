import { type Answer, Refusal, rows } from '../wire/answer';
import { opaqueCursor } from '../wire/cursors';
import { extensions, firstRow } from '../wire/graphql-rows';
import { graphqlMedia } from '../wire/grid';
import { pageOf } from '../wire/paging';
import { NOT_AUTHORIZED } from '../wire/refusals';
import { mix, salt } from '../world/chance';
import { namedUser, textOf, variablesOf } from './graphql-variables';
import type { Call, Operation } from './operation';
import { naturalQuirks } from './quirks';
import { isQuiet } from './subjects';

const USER_KEY = '1$fetch__XDTUserDict(id:$id)';
const LIST_KEY = '1$user_reposts_timeline(max_id:$max_id)';
const REPOSTS = salt('repost list');
const PAGE_SIZE = 12;

function userReposts(call: Call): Answer {
  const { view } = call;
  const variables = variablesOf(call);
  const user = namedUser(view.world, textOf(variables.id) ?? textOf(variables.user_id));
  if (!user) return rows([firstRow(view, { [USER_KEY]: null }, true)], 'utf8');
  if (user.privacy === 'private') throw new Refusal(NOT_AUTHORIZED);
  const page = pageOf(isQuiet(user) ? [] : view.world.posts.reposts(user.index), {
    cursor: textOf(variables.max_id),
    size: PAGE_SIZE,
    kind: opaqueCursor('QVFC', mix(REPOSTS, user.index)),
    treatment: call.treatment,
    naturalQuirks: naturalQuirks(user, 'graphql.user_reposts'),
  });
  const timeline = {
    repost_grid_items: page.items.map((post) => ({ item_type: 'media', media: graphqlMedia(view, post) })),
    repost_next_max_id: page.cursor,
    repost_more_available: page.more,
  };
  const pk = String(user.pk);
  const data = { __typename: 'XDTUserDict', strong_id__: pk, id: pk, username: user.username, [LIST_KEY]: timeline };
  const fulfilled = [{ label: 'DeferrableSharedMedia', path: [USER_KEY] }];
  return rows([{ data: { [USER_KEY]: data }, extensions: extensions(view, true, fulfilled), status: 'ok' }], 'utf8');
}

export const USER_REPOSTS_OPERATIONS: readonly Operation[] = [
  {
    name: 'graphql.user_reposts',
    method: 'POST',
    path: '/graphql/query',
    friendlyName: 'IGUserRepostsQuery',
    answer: userReposts,
  },
];
