import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Channels = readonly [red: number, green: number, blue: number];

const tokens = readFileSync(join(__dirname, 'tokens.css'), 'utf8');
const colours = new Map(
  [...tokens.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)].map(
    ([, name = '', ...themes]) => [name, themes.map(linear)] as const,
  ),
);
const series = [...colours.keys()].filter((name) => name.startsWith('series-'));

function linear(hex: string): Channels {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

const luminance = ([red, green, blue]: Channels): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

function contrast(one: Channels, other: Channels): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return (light + 0.05) / (dark + 0.05);
}

/** Distance in OKLab; 0.02 is just noticeable. */
function distance(one: Channels, other: Channels): number {
  const [left, right] = [oklab(one), oklab(other)];
  return Math.hypot(...left.map((value, at) => value - right[at]!));
}

function oklab([red, green, blue]: Channels): number[] {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

describe.each(['light', 'dark'])('the %s theme', (theme) => {
  const colour = (name: string): Channels => colours.get(name)![theme === 'light' ? 0 : 1]!;

  it('gives chart colours a contrast of at least 3:1 to their background', () => {
    expect(series).toHaveLength(9);
    for (const name of series)
      for (const ground of ['surface', 'hover'])
        expect({ name, ground, isClear: contrast(colour(name), colour(ground)) >= 3 }).toEqual({
          name,
          ground,
          isClear: true,
        });
  });

  it('keeps chart colours four times the just noticeable difference apart', () => {
    for (const [index, name] of series.entries())
      for (const other of series.slice(index + 1))
        expect({ name, other, differs: distance(colour(name), colour(other)) >= 0.08 }).toEqual({
          name,
          other,
          differs: true,
        });
  });

  it('gives the borders of fields a contrast of at least 3:1', () => {
    for (const ground of ['surface', 'canvas'])
      expect(contrast(colour('line-strong'), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});
