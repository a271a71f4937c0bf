import { mix } from '../world/chance';
import type { Place } from '../world/places';
import { float, type JsonObject } from './json';

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

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The members of a place, without a wrapper. Ids are strings. Regions have no coordinates. */
export function placeRecord(place: Place, mediaCount: number): JsonObject {
  const isRegion = place.lat === null;
  const opensAt = 7 + (mix(place.index) % 4);
  return {
    location_id: String(place.pk),
    facebook_places_id: String(place.facebookId),
    name: place.name,
    phone: isRegion ? '' : `+49 30 ${900_000 + place.index}`,
    website: isRegion ? '' : `https://place-${place.index}.example/`,
    category: place.category,
    price_range: isRegion ? 0 : 1 + (place.index % 3),
    hours: {
      status: isRegion ? '' : 'Open now',
      current_status: isRegion ? '' : 'Open now',
      hours_today: isRegion ? '' : `${opensAt}:00 AM - 6:00 PM`,
      schedule: isRegion ? [] : weekdays.map((day) => ({ day, hours: `${opensAt}:00 AM - 6:00 PM` })),
      is_open: !isRegion,
    },
    lat: place.lat === null ? null : float(place.lat),
    lng: place.lng === null ? null : float(place.lng),
    location_address: place.address,
    location_city: place.city,
    location_region: 0,
    location_zip: isRegion ? '' : String(10_115 + place.index),
    ig_business: {},
    num_guides: null,
    has_menu: place.category === 'Coffee Shop',
    media_count: mediaCount,
    show_location_page_survey: false,
  };
}
