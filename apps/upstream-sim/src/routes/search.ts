import { type Answer, json, rows } from '../wire/answer';
import { hexCursor } from '../wire/cursors';
import type { JsonObject } from '../wire/json';
import { locationOf } from '../wire/places';
import { compactUser } from '../wire/users';
import type { View } from '../wire/view';
import { mix, salt } from '../world/chance';
import { type Place, placesNamed } from '../world/places';
import { isPopular, type User } from '../world/users';
import vocabulary from '../world/vocabulary/posts.json';
import { formattedCount, tagCount, tagId } from './hashtags';
import { type Call, get, type Operation, pageFor } from './operation';

const rankSalt = salt('rank token');
const candidates = 200;
const maxCount = 30;

/** Finds accounts. A popular near-match precedes the exact match; banned accounts are included. */
export function foundUsers(view: View, text: string): User[] {
  const { world } = view;
  if (text === '') return [];
  const exact = world.directory.find(text);
  const others = world.directory.search(text, candidates).filter((index) => index !== exact);
  const weight = (index: number): number => (isPopular(index) ? world.follows.followerCount(index) : 0);
  others.sort((a, b) => weight(b) - weight(a));
  const nearMatches = others.slice(0, 1).filter(isPopular);
  const ranked = [...nearMatches, ...(exact === undefined ? [] : [exact]), ...others.slice(nearMatches.length)];
  return ranked.map((index) => world.userAt(index)).filter((user) => user.status !== 'deleted');
}

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

/** `<milliseconds>|<hash>`, constant for a query within an hour. */
export const rankToken = (view: View, query: string): string =>
  `${view.nowSeconds * 1000}|${mix(rankSalt, salt(query)).toString(16).padStart(8, '0')}`;

function typeahead(call: Call): Answer {
  const query = (call.query.get('query') ?? '').trim();
  const users = foundUsers(call.view, query).slice(0, maxCount);
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

const accountsSalt = salt('account search');
const tagsSalt = salt('tag search');
const usersPerPage = 20;
const tagsPerPage = 20;
const maxPlaces = 30;

function searchAccounts(call: Call): Answer {
  const query = (call.query.get('query') ?? '').trim();
  const page = pageFor(call, foundUsers(call.view, query), {
    cursor: call.query.get('page_token'),
    size: usersPerPage,
    kind: hexCursor(mix(accountsSalt, salt(query))),
  });
  return json({
    num_results: page.items.length,
    users: page.items.map((user) => searchedUser(call.view, user)),
    has_more: page.more,
    rank_token: rankToken(call.view, query),
    clear_client_cache: false,
    page_token: page.cursor,
    status: 'ok',
  });
}

function searchTags(call: Call): Answer {
  const query = (call.query.get('q') ?? call.query.get('query') ?? '').trim().toLowerCase();
  const page = pageFor(call, query === '' ? [] : vocabulary.topics.filter((name) => name.includes(query)), {
    cursor: call.query.get('page_token'),
    size: tagsPerPage,
    kind: hexCursor(mix(tagsSalt, salt(query))),
  });
  const results = page.items.map((name) => ({
    id: tagId(name),
    name,
    media_count: tagCount(name),
    formatted_media_count: formattedCount(tagCount(name)),
    search_result_subtitle: `${formattedCount(tagCount(name))} posts`,
    use_default_avatar: true,
    challenge_id: 1,
  }));
  const rank = rankToken(call.view, query);
  return json({
    results,
    has_more: page.more,
    inform_module: null,
    rank_token: rank,
    page_token: page.cursor,
    status: 'ok',
  });
}

const distance = (place: Place, lat: number, lng: number): number =>
  place.lat === null || place.lng === null ? 1e6 : Math.hypot(place.lat - lat, place.lng - lng);

function searchPlaces(call: Call): Answer {
  const query = (call.query.get('query') ?? '').trim();
  const [lat, lng] = [call.query.get('lat'), call.query.get('lng')];
  const found = query === '' ? [] : placesNamed(query);
  if (lat && lng) found.sort((a, b) => distance(a, Number(lat), Number(lng)) - distance(b, Number(lat), Number(lng)));
  const shown = call.treatment.quirk === 'private_empty' ? [] : found.slice(0, maxPlaces);
  return json({
    items: shown.map((place) => ({ location: locationOf(place), title: place.name, subtitle: place.address })),
    has_more: false,
    rank_token: rankToken(call.view, query),
    status: 'ok',
  });
}

export const searchOperations: readonly Operation[] = [
  get('search.typeahead', 'fbsearch/typeahead_stream', typeahead),
  get('search.account_serp', 'fbsearch/account_serp', searchAccounts),
  get('search.hashtags', 'tags/search', searchTags),
  get('search.places', 'fbsearch/places', searchPlaces),
];
