import { between, mix } from '../world/chance';
import { blend, type Mood } from './colours';
import { distance } from './geometry';
import type { Colour, Raster } from './png';

/** How far a point of a tile (both −1…1) lies inside a shape, in halves of the tile's edge. */
type Shape = (x: number, y: number) => number;

const SHAPES: readonly Shape[] = [
  (x, y) => 0.86 - distance(x, y),
  (x, y) => 1.9 - distance(x + 1, y + 1),
  (x, y) => 1.9 - distance(x - 1, y + 1),
  (x, y) => Math.min(0.86 - distance(x, y), distance(x, y) - 0.45),
  (x, y) => (x + y) / 1.41,
  (x) => 0.3 - Math.abs(x),
  (x, y) => 0.8 - Math.abs(x) - Math.abs(y),
];
const EDGE_STEPS = 3;

/** Ground, figure and the blends between them, for each pair that a tile may have. */
function paletteOf(mood: Mood): { colours: Colour[]; palette: Colour[] } {
  const colours = [mood.sky[0], mood.sky.at(-1), mood.sun, mood.land[0], mood.land[2], mood.land[4]] as Colour[];
  const palette = colours.flatMap((ground) =>
    colours.flatMap((figure) =>
      Array.from({ length: EDGE_STEPS + 1 }, (_, i) => blend(ground, figure, i / EDGE_STEPS)),
    ),
  );
  return { colours, palette };
}

/** A poster of simple shapes on a grid. Equal draws show the same poster in every size. */
export function tiles(draw: number, mood: Mood, width: number, height: number): Raster {
  const { colours, palette } = paletteOf(mood);
  const edge = width / between(mix(draw, 1), 3, 6);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / edge);
    for (let x = 0; x < width; x += 1) {
      const tile = mix(draw, Math.floor(x / edge), row);
      const ground = tile % colours.length;
      const figure = (ground + 1 + ((tile >>> 8) % (colours.length - 1))) % colours.length;
      const shape = SHAPES[(tile >>> 16) % SHAPES.length] as Shape;
      const inside = shape(((x % edge) / edge) * 2 - 1, ((y % edge) / edge) * 2 - 1) * (edge / 2);
      const covered = Math.max(0, Math.min(EDGE_STEPS, Math.round((inside + 0.5) * EDGE_STEPS)));
      pixels[y * width + x] = (ground * colours.length + figure) * (EDGE_STEPS + 1) + covered;
    }
  }
  return { width, height, pixels, palette };
}
