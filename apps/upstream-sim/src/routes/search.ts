import { type Answer, json } from '../wire/answer';
import { hexCursor } from '../wire/cursors';
import { pageOf } from '../wire/paging';
import { locationOf } from '../wire/places';
import { mix, salt } from '../world/chance';
import { type Place, placesNamed } from '../world/places';
import vocabulary from '../world/vocabulary/posts.json';
import { formattedCount, tagCount, tagId } from './hashtags';
import type { Call } from './operation';
import { foundUsers, rankToken, searchedUser } from './typeahead';

const ACCOUNTS = salt('account search');
const TAGS = salt('tag search');
const USERS_PER_PAGE = 20;
const TAGS_PER_PAGE = 20;
const MAX_PLACES = 30;

export function searchAccounts(call: Call): Answer {
  const query = (call.query.get('query') ?? '').trim();
  const page = pageOf(foundUsers(call.view, query), {
    cursor: call.query.get('page_token'),
    size: USERS_PER_PAGE,
    kind: hexCursor(mix(ACCOUNTS, salt(query))),
    treatment: call.treatment,
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

/** Ids are numbers beyond 2^53. */
export function searchTags(call: Call): Answer {
  const query = (call.query.get('q') ?? call.query.get('query') ?? '').trim().toLowerCase();
  const page = pageOf(query === '' ? [] : vocabulary.topics.filter((name) => name.includes(query)), {
    cursor: call.query.get('page_token'),
    size: TAGS_PER_PAGE,
    kind: hexCursor(mix(TAGS, salt(query))),
    treatment: call.treatment,
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

/** All at once, the nearest first when the request has coordinates. */
export function searchPlaces(call: Call): Answer {
  const query = (call.query.get('query') ?? '').trim();
  const [lat, lng] = [call.query.get('lat'), call.query.get('lng')];
  const found = query === '' ? [] : placesNamed(query);
  if (lat && lng) found.sort((a, b) => distance(a, Number(lat), Number(lng)) - distance(b, Number(lat), Number(lng)));
  const shown = call.treatment.quirk === 'private_empty' ? [] : found.slice(0, MAX_PLACES);
  return json({
    items: shown.map((place) => ({ location: locationOf(place), title: place.name, subtitle: place.address })),
    has_more: false,
    rank_token: rankToken(call.view, query),
    status: 'ok',
  });
}
