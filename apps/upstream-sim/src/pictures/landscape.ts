import { between, fraction, mix } from '../world/chance';
import { blend, type Mood, ramp } from './colours';
import { distance } from './geometry';
import type { Colour, Raster } from './png';

const SKY_STEPS = 120;
const EDGE_STEPS = 3;
const SUN = SKY_STEPS;
const LAYERS = 5;
const FIRST_LAYER = SUN + 1 + EDGE_STEPS;
const PER_LAYER = 1 + EDGE_STEPS;

/** Height of a layer's outline (0 top, 1 bottom) at a place from 0 to 1. */
type Outline = (x: number) => number;

/** Soft hills, pointed ridges or the roofs of a town: three ways to draw the same five layers. */
const OUTLINES: readonly ((draw: number, base: number, layer: number) => Outline)[] = [
  (draw, base, layer) => {
    const phases = [1, 2, 3].map((i) => fraction(mix(draw, i)) * 6.3);
    const swell = 0.05 + 0.012 * layer;
    return (x) =>
      base +
      swell *
        (Math.sin(x * 4.1 + (phases[0] as number)) * 0.6 +
          Math.sin(x * 9.7 + (phases[1] as number)) * 0.28 +
          Math.sin(x * 21 + (phases[2] as number)) * 0.08);
  },
  (draw, base, layer) => {
    const phase = fraction(mix(draw, 1)) * 6.3;
    const height = 0.16 - 0.018 * layer;
    const ridge = (x: number, pitch: number) => 1 - Math.abs(Math.sin(x * pitch + phase));
    return (x) => base + 0.06 - height * (ridge(x, 3.1) * 0.7 + ridge(x + 0.2, 7.7) * 0.24 + ridge(x, 19) * 0.06);
  },
  (draw, base, layer) => {
    const blocks = 7 + layer * 2;
    return (x) => base + 0.05 - 0.16 * fraction(mix(draw, Math.floor(x * blocks + fraction(draw))));
  },
];

function paletteOf(mood: Mood): Colour[] {
  const sky = ramp(mood.sky, SKY_STEPS);
  const horizon = mood.sky.at(-1) as Colour;
  const edge = (from: Colour, to: Colour) =>
    Array.from({ length: EDGE_STEPS }, (_, i) => blend(from, to, (i + 1) / (EDGE_STEPS + 1)));
  const layers = mood.land.flatMap((land, i) => [
    land,
    ...edge(i === 0 ? horizon : (mood.land[i - 1] as Colour), land),
  ]);
  return [...sky, mood.sun, ...edge(sky[SKY_STEPS >> 1] as Colour, mood.sun), ...layers];
}

/** The index for an edge pixel of which the nearer colour covers a share; fully covered pixels get the colour itself. */
function edgeIndex(first: number, covered: number): number {
  const step = Math.floor(covered * (EDGE_STEPS + 1));
  return step >= EDGE_STEPS ? first : first + 1 + step;
}

function paintSky({ width, height, pixels }: Raster, draw: number): void {
  const lean = (fraction(mix(draw, 8)) - 0.5) * 0.3;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const place = (y / height) * 1.35 + (x / width - 0.5) * lean;
      pixels[y * width + x] = Math.max(0, Math.min(SKY_STEPS - 1, Math.floor(place * SKY_STEPS)));
    }
  }
}

function paintSun({ width, height, pixels }: Raster, draw: number): void {
  const radius = Math.min(width, height) * (0.06 + fraction(mix(draw, 4)) * 0.08);
  const cx = width * (0.2 + fraction(mix(draw, 5)) * 0.6);
  const cy = height * (0.2 + fraction(mix(draw, 6)) * 0.25);
  for (let y = Math.max(0, Math.floor(cy - radius)); y < Math.min(height, cy + radius + 1); y += 1) {
    for (let x = Math.max(0, Math.floor(cx - radius)); x < Math.min(width, cx + radius + 1); x += 1) {
      const inside = radius - distance(x - cx, y - cy);
      if (inside > 0) pixels[y * width + x] = edgeIndex(SUN, inside);
    }
  }
}

function paintLayer({ width, height, pixels }: Raster, outline: Outline, first: number): void {
  for (let x = 0; x < width; x += 1) {
    const top = Math.max(0, outline(x / width) * height);
    const edge = Math.floor(top);
    if (edge < height) pixels[edge * width + x] = edgeIndex(first, 1 - (top - edge));
    for (let y = edge + 1; y < height; y += 1) pixels[y * width + x] = first;
  }
}

/** A view over five ranges of land. Equal draws show the same view in every size. */
export function landscape(draw: number, mood: Mood, width: number, height: number): Raster {
  const raster = { width, height, pixels: new Uint8Array(width * height), palette: paletteOf(mood) };
  const shape = OUTLINES[between(mix(draw, 7), 0, OUTLINES.length)] as (typeof OUTLINES)[number];
  paintSky(raster, draw);
  paintSun(raster, draw);
  for (let layer = 0; layer < LAYERS; layer += 1) {
    const outline = shape(mix(draw, 20 + layer), 0.5 + layer * 0.105, layer);
    paintLayer(raster, outline, FIRST_LAYER + layer * PER_LAYER);
  }
  return raster;
}
