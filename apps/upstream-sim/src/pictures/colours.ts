import type { Colour } from './png';

/** `#rrggbb` as three bytes. */
export function colour(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

/** A colour between two others, 0 ≤ share ≤ 1. */
export function blend(from: Colour, to: Colour, share: number): Colour {
  const at = (i: 0 | 1 | 2) => Math.round(from[i] + (to[i] - from[i]) * share);
  return [at(0), at(1), at(2)];
}

/** `steps` colours that lead evenly through all stops. */
export function ramp(stops: readonly Colour[], steps: number): Colour[] {
  return Array.from({ length: steps }, (_, i) => {
    const place = (i / Math.max(1, steps - 1)) * (stops.length - 1);
    const from = Math.min(Math.floor(place), stops.length - 2);
    return blend(stops[from] as Colour, stops[from + 1] as Colour, place - from);
  });
}

/** The colours of one mood: a sky from top to horizon, a sun, and land from far to near. */
export interface Mood {
  readonly sky: readonly Colour[];
  readonly sun: Colour;
  readonly land: readonly Colour[];
}

const mood = (sky: string, sun: string, land: string): Mood => ({
  sky: sky.split(' ').map(colour),
  sun: colour(sun),
  land: ramp(land.split(' ').map(colour), 5),
});

export const MOODS: readonly Mood[] = [
  mood('#2b3a67 #8d6b94 #f4a988 #ffe1b3', '#fff3d6', '#a8718a #5a4371 #221d3d'), // dusk
  mood('#7fb7d9 #bfe0ea #f3f4e6', '#fffbe6', '#93b7a8 #4f8678 #1d4a48'), // clear morning
  mood('#0c1633 #1f3a68 #456a9a', '#f4f1de', '#35527c #1c3152 #0a1428'), // moonlight
  mood('#f6b27a #f7cfa0 #fbe9cf', '#e4572e', '#d98e5f #a3563d #5b2a2c'), // desert
  mood('#cfd9d6 #e4e8e1 #f3f1ea', '#ffffff', '#b4c1bd #7c8f8d #3f5356'), // fog
  mood('#20304a #5b4b78 #c06c84 #f8b195', '#ffd9a0', '#7a4e6f #4a3358 #1d1a33'), // late
  mood('#0b3d4f #1a7f7a #9fd8b4 #e9f7d4', '#f9f7c9', '#3b8f7d #1d5c5a #0b2f36'), // lagoon
  mood('#ffd6e0 #ffe5d0 #fff6df', '#ff8fa3', '#e3a3ab #b56f80 #6d3b52'), // blossom
  mood('#dfe9f5 #c3d5ec #f2e9e4', '#ffe08a', '#9db2cf #5d7aa3 #2c3e63'), // winter
  mood('#3d2c2e #8a4f3d #d98e4a #f6d186', '#fff0c2', '#8f5a3c #5b3a2c #241a18'), // amber
];
