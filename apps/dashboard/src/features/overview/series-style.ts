import { formatUsd } from '@loupe/dto';
import { formatCompact, formatCount } from '../../format/counts';
import { placesOf, roundUsd } from '../../format/usd';
import type { Measure } from './stacked-days';

export const colourOf = (id: string, index: number): string =>
  id === 'rest' ? 'var(--series-rest)' : `var(--series-${index + 1})`;

/** Micro-USD, as the chart draws them, as a decimal string. */
export const usdOf = (value: number): string => formatUsd(BigInt(Math.round(value)));

/** A drawn value as text: micro-USD as dollars, with as many decimals as its neighbours; requests as a count. */
export const formatValue = (value: number, measure: Measure, places: number): string =>
  measure === 'spend' ? roundUsd(usdOf(value), places) : formatCount(value);

export function axisFormat(ticks: readonly number[], measure: Measure): (value: number) => string {
  const places = placesOf(ticks.map(usdOf));
  return (value) => (measure === 'spend' ? formatValue(value, measure, places) : formatCompact(value));
}
