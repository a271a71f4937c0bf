import type { Place } from '../world/places';
import type { JsonObject } from './json';

/** A place inside a post or a search result. Regions have no coordinates. */
export function locationOf(place: Place): JsonObject {
  return {
    pk: place.pk,
    name: place.name,
    short_name: place.name,
    address: place.address,
    city: place.city,
    lng: place.lng ?? undefined,
    lat: place.lat ?? undefined,
    external_source: 'facebook_places',
    facebook_places_id: place.facebookId,
    has_viewer_saved: false,
    is_eligible_for_guides: true,
  };
}
