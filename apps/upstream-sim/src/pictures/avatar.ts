import { blend, colour, type Mood, ramp } from './colours';
import { distance } from './geometry';
import { distanceTo, type Segment, segmentsOf } from './glyphs';
import type { Colour, Raster } from './png';

const SHADES = 32;
const COVERAGES = 8;
const PEN = 0.036; // half the stroke's width, as a share of the picture's edge
const UNIT = 0.054; // one step of the letters' grid
const INK = colour('#ffffff');
const GREY: Mood = { sky: [colour('#dfe3e8'), colour('#c3cad3')], sun: INK, land: [] };

const at = (segments: readonly Segment[], left: number, top: number): Segment[] =>
  segments.map(({ x1, y1, x2, y2 }) => ({
    x1: left + x1 * UNIT,
    y1: top + y1 * UNIT,
    x2: left + x2 * UNIT,
    y2: top + y2 * UNIT,
  }));

/** One or two letters in the middle; a ring for names that have none. Coordinates are shares of the edge. */
function lettering(initials: string): readonly Segment[] {
  const letters = [...initials].map(segmentsOf).filter((segments) => segments.length > 0);
  if (letters.length === 0) return at(segmentsOf('O'), 0.5 - 2 * UNIT, 0.5 - 3 * UNIT);
  const width = letters.length === 1 ? 4 : 10;
  return letters.flatMap((segments, i) => at(segments, 0.5 - (width / 2) * UNIT + i * 6 * UNIT, 0.5 - 3 * UNIT));
}

/** How much of a pixel ink covers: distance to the nearest stroke, softened over one pixel. */
function coverage(strokes: readonly Segment[], x: number, y: number, edge: number): number {
  let nearest = 1;
  for (const stroke of strokes) nearest = Math.min(nearest, distanceTo(stroke, x, y));
  const inside = (PEN - nearest) * edge + 0.5;
  return Math.round(Math.max(0, Math.min(1, inside)) * (COVERAGES - 1));
}

function paletteOf(mood: Mood): Colour[] {
  const grounds = ramp([mood.land[3] ?? mood.sky[0], mood.land[1] ?? mood.sky.at(-1)] as Colour[], SHADES);
  return grounds.flatMap((ground) =>
    Array.from({ length: COVERAGES }, (_, i) => blend(ground, INK, i / (COVERAGES - 1))),
  );
}

function draw(mood: Mood, width: number, height: number, inkAt: (x: number, y: number) => number): Raster {
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const shade = Math.floor(((x / width + y / height) / 2) * SHADES);
      pixels[y * width + x] = shade * COVERAGES + inkAt((x + 0.5) / width, (y + 0.5) / height);
    }
  }
  return { width, height, pixels, palette: paletteOf(mood) };
}

/** Initials on a soft ground. */
export function avatar(initials: string, mood: Mood, width: number, height: number): Raster {
  const strokes = lettering(initials);
  const isNear = (place: number) => place > 0.15 && place < 0.85;
  return draw(mood, width, height, (x, y) => (isNear(x) && isNear(y) ? coverage(strokes, x, y, width) : 0));
}

/** The picture of those who have none: a head and shoulders. */
export function silhouette(width: number, height: number): Raster {
  return draw(GREY, width, height, (x, y) => {
    const head = 0.17 - distance(x - 0.5, y - 0.38);
    const shoulders = 0.34 - distance((x - 0.5) * 0.95, y - 0.98);
    const inside = Math.max(head, shoulders) * width + 0.5;
    return Math.round(Math.max(0, Math.min(1, inside)) * (COVERAGES - 1));
  });
}

/** The first letters of the first two words of a handle. */
export function initialsOf(username: string): string {
  const words = username.split(/[^a-z0-9]+/).filter((word) => word !== '');
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}
