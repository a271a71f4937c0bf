import { type Answer, json, rows } from '../wire/answer';
import { type CursorKind, opaqueCursor } from '../wire/cursors';
import { deferredRow, extensions, firstRow, graphqlMedia } from '../wire/graphql';
import { media } from '../wire/media';
import { refusal } from '../wire/refusals';
import { mix, salt } from '../world/chance';
import type { Post } from '../world/post';
import { type Call, get, graphql, type Operation, pageFor, param, post, textOf, variablesOf } from './operation';
import { isQuiet, namedUser, viewableUser } from './subjects';

const clipsSalt = salt('clips');
const clipsPerPage = 12;
const taggedPerPage = 20;
const repostsSalt = salt('repost list');
const repostsPerPage = 12;
const userKey = '1$fetch__XDTUserDict(id:$id)';
const repostsKey = '1$user_reposts_timeline(max_id:$max_id)';

/** Reels, newest or most played first. An unknown account has an empty list. */
function userClips(call: Call): Answer {
  const { view, form } = call;
  const user = namedUser(view.world, form.get('target_user_id') ?? undefined);
  if (user?.privacy === 'private') throw refusal('private_400');
  const byViews = form.get('sort_by_views') === 'true';
  const reels = user && !isQuiet(user) ? [...view.world.posts.reels(user.index)] : [];
  if (byViews) reels.sort((a, b) => b.playCount - a.playCount || Number(b.pk - a.pk));
  const page = pageFor(call, reels, {
    cursor: form.get('max_id'),
    size: clipsPerPage,
    kind: opaqueCursor('QVFD', mix(clipsSalt, user?.index ?? -1, Number(byViews))),
    owner: user,
  });
  return json({
    items: page.items.map((post) => ({ media: media(view, post) })),
    paging_info: { max_id: page.cursor ?? (page.more ? undefined : ''), more_available: page.more },
    status: 'ok',
  });
}

/** The cursor is the id of the page's last item, a number that a double cannot represent. */
const lastItemCursor = (list: readonly Post[]): CursorKind => ({
  write: (offset) => String(list[offset - 1]?.pk),
  read: (text) => {
    const at = list.findIndex(({ pk }) => String(pk) === text);
    return at < 0 ? undefined : at + 1;
  },
});

function taggedFeed(call: Call): Answer {
  const { view } = call;
  const user = viewableUser(view.world, param(call, 'pk'));
  const all = isQuiet(user) ? [] : view.world.posts.taggedWith(user.index);
  const page = pageFor(call, all, {
    cursor: call.query.get('max_id'),
    size: taggedPerPage,
    kind: lastItemCursor(all),
    owner: user,
  });
  return json({
    num_results: page.items.length,
    more_available: page.more,
    items: page.items.map((post) => media(view, post, 'lean')),
    auto_load_more_enabled: true,
    next_max_id: page.cursor === null ? undefined : BigInt(page.cursor),
    new_photos: [],
    requires_review: false,
    total_count: all.length,
    status: 'ok',
  });
}

function userReposts(call: Call): Answer {
  const { view } = call;
  const variables = variablesOf(call);
  const user = namedUser(view.world, textOf(variables.id) ?? textOf(variables.user_id));
  if (!user) return rows([firstRow(view, { [userKey]: null }, true)], 'utf8');
  if (user.privacy === 'private') throw refusal('private_400');
  const page = pageFor(call, isQuiet(user) ? [] : view.world.posts.reposts(user.index), {
    cursor: textOf(variables.max_id),
    size: repostsPerPage,
    kind: opaqueCursor('QVFC', mix(repostsSalt, user.index)),
    owner: user,
  });
  const timeline = {
    repost_grid_items: page.items.map((post) => ({ item_type: 'media', media: graphqlMedia(view, post) })),
    repost_next_max_id: page.cursor,
    repost_more_available: page.more,
  };
  const pk = String(user.pk);
  const ofUser = { __typename: 'XDTUserDict', strong_id__: pk, id: pk, username: user.username };
  const path = [userKey, repostsKey];
  if (page.number > 0)
    return rows(
      [
        firstRow(view, { [userKey]: { ...ofUser, [repostsKey]: { strong_id__: null } } }, false),
        deferredRow(view, { path, label: 'UserRepostsFragment__force_flush', data: timeline }, false),
        deferredRow(view, { path: [userKey], label: 'DeferrableSharedMedia', data: { id: pk } }, true),
      ],
      'utf8',
    );
  const data = { ...ofUser, [repostsKey]: timeline };
  const fulfilled = [{ label: 'DeferrableSharedMedia', path: [userKey] }];
  return rows([{ data: { [userKey]: data }, extensions: extensions(view, true, fulfilled), status: 'ok' }], 'utf8');
}

export const userMediaOperations: readonly Operation[] = [
  post('clips.user', 'clips/user', userClips),
  get('usertags.feed', 'usertags/{pk}/feed', taggedFeed),
  graphql('graphql.user_reposts', 'IGUserRepostsQuery', userReposts),
];
