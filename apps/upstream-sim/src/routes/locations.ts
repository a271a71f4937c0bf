import { type Answer, json } from '../wire/answer';
import { placeRecord } from '../wire/places';
import { refusal } from '../wire/refusals';
import { mix, salt } from '../world/chance';
import { closedPlacePk, type Place, placeByPk } from '../world/places';
import { mostLikedFirst, newestFirst } from '../world/posts';
import { type Call, get, type Operation, param, post } from './operation';
import { sectionsAnswer } from './sections';

const placeSalt = salt('place list');

/** @returns `undefined` for the closed place @throws {Refusal} for an unknown id */
function existingPlace(pk: string): Place | undefined {
  const place = /^\d{1,19}$/.test(pk) ? placeByPk(BigInt(pk)) : undefined;
  if (!place && pk !== String(closedPlacePk)) throw refusal('location_not_found');
  return place;
}

/** The response for a closed place is a 200 without `name`. */
function placeInfo(call: Call): Answer {
  const place = existingPlace(param(call, 'pk'));
  if (!place) return json({ location_id: param(call, 'pk'), lat: null, lng: null, media_count: 0, status: 'ok' });
  return json({ ...placeRecord(place, call.view.world.posts.takenAt(place.index).length), status: 'ok' });
}

function placeSections(call: Call): Answer {
  const place = existingPlace(param(call, 'pk'));
  const tab = call.form.get('tab') ?? 'ranked';
  const posts = place ? [...call.view.world.posts.takenAt(place.index)] : [];
  posts.sort(tab === 'recent' ? newestFirst : mostLikedFirst);
  return sectionsAnswer(call, mix(placeSalt, place?.index ?? -1, salt(tab)), posts);
}

export const locationsOperations: readonly Operation[] = [
  get('locations.info', 'locations/{pk}/location_info', placeInfo),
  post('locations.sections', 'locations/{pk}/sections', placeSections),
];
