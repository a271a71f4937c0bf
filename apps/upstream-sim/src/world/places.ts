import { placeCount } from './assignments';
import { between, mix, salt } from './chance';
import { IdFamily } from './ids';
import vocabulary from './vocabulary/places.json';

const placeIds = new IdFamily('place', 200_000_000n, 17, 27);
const networkIds = new IdFamily('place in the other network', 111_000_000_000_000n, 20, 40);
const placeSalt = salt('place');

const { cities, venues } = vocabulary;
const placesPerCity = venues.length + 1;
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

export type Place = ReturnType<typeof placeAt>;

/** Every 17th place is a city, without coordinates, followed by its venues. */
export function placeAt(index: number) {
  const city = cities[Math.floor(index / placesPerCity)] as (typeof cities)[number];
  const venue = venues[(index % placesPerCity) - 1];
  const ids = {
    index,
    pk: Number(placeIds.write(BigInt(index))),
    facebookId: Number(networkIds.write(BigInt(index))),
  };
  if (!venue) {
    const name = `${city.name}, ${city.country}`;
    return { ...ids, name, category: 'Region', address: '', city: '', country: city.country, lat: null, lng: null };
  }
  const draw = mix(placeSalt, index);
  return {
    ...ids,
    name: `${venue.name} ${city.name}`,
    category: venue.category,
    address: `${between(mix(draw, 1), 1, 190)} ${venue.name} St`,
    city: city.name,
    country: city.country,
    lat: rounded(city.lat + between(mix(draw, 2), -4000, 4000) / 1e5),
    lng: rounded(city.lng + between(mix(draw, 3), -4000, 4000) / 1e5),
  };
}

export function placeByPk(pk: bigint): Place | undefined {
  const index = placeIds.read(pk);
  return index !== undefined && index < placeCount ? placeAt(Number(index)) : undefined;
}

/** A closed place, for which the platform returns a record without a name. */
export const closedPlacePk = Number(placeIds.write(BigInt(placeCount)));

export function placesNamed(text: string): Place[] {
  const wanted = text.toLowerCase();
  const all = Array.from({ length: placeCount }, (_, index) => placeAt(index));
  return all.filter(({ name }) => name.toLowerCase().includes(wanted));
}
