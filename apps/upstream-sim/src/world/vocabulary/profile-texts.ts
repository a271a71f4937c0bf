/** What people write and declare about themselves. */

export const BIOS: readonly string[] = [
  'Small rooms, big windows.',
  'Hills and maps.',
  'Film only. No edits.',
  'Slow mornings, strong coffee.',
  'I draw what I eat.',
  'Collecting quiet places.',
  'Bread, then everything else.',
  'Between two trains, usually.',
  'Ceramics and the odd cat.',
  'Sea level and above.',
  'Night walks with a 35 mm.',
  'Learning the names of birds.',
  'One sketch a day since 2019.',
  'Found sounds, lost tapes.',
  'Half gardener, half weather.',
  'Repairs bicycles. Breaks records.',
  'Maps of places that closed.',
  'Knitting through the winter.',
  'Sourdough no. 412.',
  'Notes from a top-floor flat.',
];

export const CATEGORIES: readonly (readonly [id: string, name: string])[] = [
  ['1513', 'Sports & recreation'],
  ['1306', 'Photographer'],
  ['2201', 'Artist'],
  ['2250', 'Restaurant'],
  ['1803', 'Travel company'],
  ['2347', 'Digital creator'],
  ['180164648685982', 'Blogger'],
  ['1602', 'Musician/band'],
  ['2214', 'Bakery'],
  ['1617', 'Personal blog'],
];

export const COUNTRIES: readonly string[] = [
  'Germany',
  'Portugal',
  'Japan',
  'Brazil',
  'Kenya',
  'Norway',
  'United States',
  'Türkiye',
  'Italy',
  'South Korea',
  'Mexico',
  'New Zealand',
];

export const PRONOUNS: readonly (readonly string[])[] = [[], [], [], ['she', 'her'], ['he', 'him'], ['they', 'them']];

export const HIGHLIGHT_TITLES: readonly string[] = [
  'Alps',
  'Studio',
  'Recipes',
  '2025',
  'Q & A',
  '猫',
  'Осень',
  '☕️',
  'On the road',
  'Press',
  'Home',
  'Prints',
];
