import { fraction, mix } from '../world/chance';
import { type Mood, ramp } from './colours';
import type { Raster } from './png';

const STEPS = 256;

/** A wave of a given pitch and phase, looked up by whole pixels. */
function wave(length: number, pixels: number, pitch: number, phase: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => Math.sin((i / pixels) * pitch + phase));
}

/** Colours that flow into each other. Equal draws show the same drift in every size. */
export function drift(draw: number, mood: Mood, width: number, height: number): Raster {
  const phase = (i: number) => fraction(mix(draw, i)) * 6.3;
  const pitch = (i: number) => 1.6 + fraction(mix(draw, i)) * 3.2;
  const across = wave(width, width, pitch(1), phase(2));
  const down = wave(height, width, pitch(3), phase(4));
  const slant = wave(width + height, width, pitch(5), phase(6));
  const counter = wave(width + height, width, pitch(7), phase(8));
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const sum =
        (across[x] as number) + (down[y] as number) + (slant[x + y] as number) + (counter[width - x + y - 1] as number);
      pixels[y * width + x] = Math.floor(((sum + 4) / 8.001) * STEPS);
    }
  }
  const stops = [mood.land[4], mood.land[2], mood.sky[0], mood.sky.at(-1), mood.sun];
  return { width, height, pixels, palette: ramp(stops as typeof mood.sky, STEPS) };
}
