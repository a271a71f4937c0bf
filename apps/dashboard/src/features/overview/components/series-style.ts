import { formatUsd } from '@loupe/dto';
import { formatCompact, formatCount } from '../../../format/counts';
import { roundUsd } from '../../../format/usd';
import type { Measure } from '../stacked-days';

export const colourOf = (id: string, index: number): string =>
  id === 'rest' ? 'var(--series-rest)' : `var(--series-${index + 1})`;

/** A drawn value as text: micro-USD as dollars, requests as a count. */
export const formatValue = (value: number, measure: Measure): string =>
  measure === 'spend' ? roundUsd(formatUsd(BigInt(Math.round(value)))) : formatCount(value);

/** The same for an axis, where room is short. */
export const formatAxis = (value: number, measure: Measure): string =>
  measure === 'spend' ? formatValue(value, measure) : formatCompact(value);
