/** Pieces of place names; every city with every kind of venue is one place, and every city a region of its own. */

export interface City {
  readonly name: string;
  readonly country: string;
  readonly lat: number;
  readonly lng: number;
}

const city = (name: string, country: string, lat: number, lng: number): City => ({ name, country, lat, lng });

export const CITIES: readonly City[] = [
  city('Berlin', 'Germany', 52.5167, 13.3833),
  city('Lisbon', 'Portugal', 38.7223, -9.1393),
  city('Porto', 'Portugal', 41.1579, -8.6291),
  city('Kyoto', 'Japan', 35.0116, 135.7681),
  city('東京', 'Japan', 35.6764, 139.65),
  city('Oslo', 'Norway', 59.9139, 10.7522),
  city('Nairobi', 'Kenya', -1.2921, 36.8219),
  city('Oaxaca', 'Mexico', 17.0732, -96.7266),
  city('Montréal', 'Canada', 45.5019, -73.5674),
  city('Seoul', 'South Korea', 37.5665, 126.978),
  city('İstanbul', 'Türkiye', 41.0082, 28.9784),
  city('Tbilisi', 'Georgia', 41.7151, 44.8271),
  city('Napoli', 'Italy', 40.8518, 14.2681),
  city('Reykjavík', 'Iceland', 64.1466, -21.9426),
  city('Lima', 'Peru', -12.0464, -77.0428),
  city('Hanoi', 'Vietnam', 21.0278, 105.8342),
  city('Wellington', 'New Zealand', -41.2865, 174.7762),
  city('Brooklyn', 'United States', 40.6782, -73.9442),
  city('Αθήνα', 'Greece', 37.9838, 23.7275),
  city('القاهرة', 'Egypt', 30.0444, 31.2357),
];

export const VENUES: readonly (readonly [name: string, category: string])[] = [
  ['Map Hall', 'Museum'],
  ['North Ridge', 'Mountain'],
  ['Canal Bakery', 'Bakery'],
  ['Old Harbour', 'Harbor'],
  ['Botanical Garden', 'Botanical Garden'],
  ['Central Station', 'Train Station'],
  ['Café Meridian', 'Coffee Shop'],
  ['Tram Depot', 'Event Venue'],
  ['Public Library', 'Library'],
  ['Night Market', 'Market'],
  ['Ferry Pier', 'Pier'],
  ['Observatory', 'Observatory'],
  ['Print Workshop', 'Arts & Crafts Store'],
  ['Velodrome', 'Stadium'],
  ['Salt Baths', 'Swimming Pool'],
  ['Little Cinema', 'Movie Theater'],
];
