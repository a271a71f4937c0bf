/** Pieces of track titles and artist names. */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const TITLE_BEGINNINGS = words(`
  Low High Slow Paper Silver Northern Borrowed Quiet Second Last Open Amber Velvet Salt Concrete Distant Yellow Winter
  Tidal Hidden Broken Golden Glass Midnight Early
`);

export const TITLE_ENDINGS = words(`
  Sun Rooms Trains Gardens Light Harbor Letters Static Weather Windows Orbit Steps River Season Engines Kites Signal
  Motion Tides Maps
`);

export const ARTISTS: readonly string[] = [
  'Winter',
  'Nord & Vale',
  'Keiko Arai',
  'The Ferrymen',
  'Lumo',
  'Ana Reis Trio',
  'Ø Kollektiv',
  'Mira Sol',
  'Café Motor',
  'Tram 12',
  'Sable',
  'Young Cartographers',
];
