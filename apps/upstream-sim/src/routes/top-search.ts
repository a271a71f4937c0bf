import { type Answer, json } from '../wire/answer';
import { opaqueCursor } from '../wire/cursors';
import { extensions, withTextIds } from '../wire/graphql';
import type { JsonObject } from '../wire/json';
import { media } from '../wire/media';
import { mix, salt } from '../world/chance';
import type { Post } from '../world/post';
import { mostLikedFirst } from '../world/posts';
import vocabulary from '../world/vocabulary/posts.json';
import { type Call, graphql, type Operation, pageFor, textOf, variablesOf } from './operation';
import { foundUsers, searchedUser } from './search';

const root = '1$xdt_fbsearch__top_serp_graphql(after:$after,first:$first,query:$query)';
const topSalt = salt('top search');
const mediaPerUnit = 6;
const maxAccounts = 5;

function foundPosts(call: Call, query: string): Post[] {
  const { world } = call.view;
  const topic = vocabulary.topics.indexOf(query.toLowerCase().replace(/^#/, ''));
  if (topic >= 0) return [...world.posts.about(topic)].sort(mostLikedFirst);
  const owners = foundUsers(call.view, query)
    .slice(0, 10)
    .filter(({ privacy }) => privacy === 'public');
  return owners.flatMap(({ index }) => world.posts.visible(index).slice(0, 12));
}

const unit = (name: string, members: JsonObject): JsonObject => ({
  node: { __typename: `XDTTopSerp${name}`, unit_type: name.toLowerCase(), ...members },
});

function firstUnits(call: Call, query: string): JsonObject[] {
  const accounts = foundUsers(call.view, query).slice(0, maxAccounts);
  return [
    unit('HeaderUnit', { header_text: 'Accounts' }),
    unit('AccountsHCMUnit', { items: accounts.map((user) => withTextIds(searchedUser(call.view, user))) }),
    unit('MetaAIHCMUnit', { prompt: query, is_enabled: false }),
    unit('HeaderUnit', { header_text: 'Posts' }),
  ];
}

/** The cursor is bound to the query and both session ids. */
function topSearch(call: Call): Answer {
  const variables = variablesOf(call);
  const query = textOf(variables.query)?.trim() ?? '';
  const sessions = `${textOf(variables.search_session_id)} ${textOf(variables.serp_session_id)}`;
  const page = pageFor(call, query === '' ? [] : foundPosts(call, query), {
    cursor: textOf(variables.after),
    size: mediaPerUnit * 2,
    kind: opaqueCursor('QVFB', mix(topSalt, salt(query), salt(sessions))),
  });
  const grid = (posts: readonly Post[]) =>
    unit('MediaGridUnit', {
      layout: 'grid',
      items: posts.map((post) => ({ media: withTextIds(media(call.view, post, 'lean')) })),
    });
  const units = [page.items.slice(0, mediaPerUnit), page.items.slice(mediaPerUnit)];
  const grids = units.filter((posts) => posts.length > 0).map(grid);
  const edges = page.number === 0 && query !== '' ? [...firstUnits(call, query), ...grids] : grids;
  const serp = { edges, page_info: { has_next_page: page.more, end_cursor: page.cursor } };
  return json({ data: { [root]: serp }, extensions: extensions(call.view, true), status: 'ok' }, 200, 'utf8');
}

export const topSearchOperations: readonly Operation[] = [graphql('graphql.top_serp', 'IGTopSerpQuery', topSearch)];
