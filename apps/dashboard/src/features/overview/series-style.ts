import { formatUsd } from '@loupe/dto';
import { formatCompact, formatCount } from '../../format/counts';
import { placesOf, roundUsd } from '../../format/usd';
import type { Measure } from './stacked-days';

/** Of the chart, in pixels. */
export const plotHeight = 240;

const hues = 8;

/** The colour follows from the id, not from its rank. If another id has that colour, the id gets the next free one. */
export function coloursOf(ids: readonly string[]): Map<string, string> {
  const colours = new Map<string, string>([['rest', 'var(--series-rest)']]);
  const taken = new Set<number>();
  for (const id of [...ids].filter((one) => one !== 'rest').sort()) {
    let hue = hashOf(id) % hues;
    while (taken.has(hue) && taken.size < hues) hue = (hue + 1) % hues;
    taken.add(hue);
    colours.set(id, `var(--series-${hue + 1})`);
  }
  return colours;
}

/** FNV-1a spreads names that differ in one letter. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
  return (hash ^ (hash >>> 16)) >>> 0;
}

export const usdOf = (value: number): string => formatUsd(BigInt(Math.round(value)));

export const formatValue = (value: number, measure: Measure, places: number): string =>
  measure === 'spend' ? roundUsd(usdOf(value), places) : formatCount(value);

export function axisFormat(ticks: readonly number[], measure: Measure): (value: number) => string {
  const places = placesOf(ticks.map(usdOf));
  return (value) => (measure === 'spend' ? formatValue(value, measure, places) : formatCompact(value));
}
