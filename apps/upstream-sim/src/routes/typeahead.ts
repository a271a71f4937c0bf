import { type Answer, rows } from '../wire/answer';
import type { JsonObject } from '../wire/json';
import { compactUser } from '../wire/users';
import type { View } from '../wire/view';
import { mix, salt } from '../world/chance';
import { isPopular, type User } from '../world/users';
import type { Call } from './operation';

const RANK = salt('rank token');
const CANDIDATES = 200;
const MAX_COUNT = 30;

/** Accounts that match a text. A popular near-match comes before the exact match. Banned accounts are still listed. */
export function foundUsers(view: View, text: string): User[] {
  const { world } = view;
  if (text === '') return [];
  const exact = world.directory.find(text);
  const others = world.directory.search(text, CANDIDATES).filter((index) => index !== exact);
  const weight = (index: number): number => (isPopular(index) ? world.follows.followerCount(index) : 0);
  others.sort((a, b) => weight(b) - weight(a));
  const nearMatches = others.slice(0, 1).filter(isPopular);
  const ranked = [...nearMatches, ...(exact === undefined ? [] : [exact]), ...others.slice(nearMatches.length)];
  return ranked.map((index) => world.userAt(index)).filter((user) => user.standing !== 'deleted');
}

/** The object in search results: the compact user and what the search adds. */
export function searchedUser(view: View, user: User): JsonObject {
  const followers = `${view.world.follows.followerCount(user.index).toLocaleString('en-US')} followers`;
  return {
    ...compactUser(view, user),
    search_serp_type: 3,
    social_context: followers,
    search_social_context: followers,
    search_social_context_snippet_type: 'typeahead_follow_count',
    unseen_count: 0,
  };
}

/** `<milliseconds>|<hash>`, the same for a query within an hour. */
export const rankToken = (view: View, query: string): string =>
  `${view.nowSeconds * 1000}|${mix(RANK, salt(query)).toString(16).padStart(8, '0')}`;

/** Two rows of results, the first with a third of them. */
export function typeahead(call: Call): Answer {
  const query = (call.query.get('query') ?? '').trim();
  const users = foundUsers(call.view, query).slice(0, MAX_COUNT);
  const found = users.map((user) => searchedUser(call.view, user));
  const early = found.slice(0, Math.floor(found.length / 3));
  return rows([
    { users: early, has_more: true, status: 'ok' },
    {
      list: [],
      hashtags: [],
      places: [],
      users: found.slice(early.length),
      has_more: false,
      rank_token: rankToken(call.view, query),
      status: 'ok',
    },
  ]);
}
