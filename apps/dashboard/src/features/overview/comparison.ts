import type { View } from '../../api/client';
import { changeOf } from '../../format/change';
import { countOf, formatCount } from '../../format/counts';
import { roundUsd } from '../../format/usd';
import { periodName } from './period';
import { usdOf } from './series-style';
import type { Slots } from './slots';
import { type Measure, sizeOf, sum } from './stacked-days';

export interface Comparison {
  readonly starts: readonly string[];
  readonly values: readonly number[];
  readonly summary: string;
}

export interface Earlier {
  readonly from: string;
  readonly to: string;
  readonly rows: readonly View<'UsageRowView'>[];
}

export function comparisonOf(
  earlierUsage: Earlier,
  from: string,
  { interval, starts }: Slots,
  measure: Measure,
  total: number,
): Comparison {
  const length = interval === 'hour' ? 13 : 10;
  const apartMs = Date.parse(from) - Date.parse(earlierUsage.from);
  const sizes = new Map<string, number>();
  for (const row of earlierUsage.rows) {
    const start = row.time.slice(0, length);
    sizes.set(start, (sizes.get(start) ?? 0) + sizeOf(row, measure));
  }
  const earlier = starts.map((start) => {
    const startMs = Date.parse(interval === 'hour' ? `${start}:00Z` : start);
    return new Date(startMs - apartMs).toISOString().slice(0, length);
  });
  const values = earlier.map((start) => sizes.get(start) ?? 0);
  return { starts: earlier, values, summary: summaryOf(earlierUsage, sum([...sizes.values()]), total, measure) };
}

/** `From 24 Sep to 23 Oct, $27.91 was spent. This period: $7.20 more (+26%).` */
function summaryOf(before: { from: string; to: string }, then: number, now: number, measure: Measure): string {
  const name = periodName(before);
  const isSpend = measure === 'spend';
  const what = isSpend
    ? `${roundUsd(usdOf(then))} was spent`
    : `${countOf(then, 'request')} ${then === 1 ? 'was' : 'were'} made`;
  const apart = Math.abs(now - then);
  const size = isSpend ? roundUsd(usdOf(apart)) : formatCount(apart);
  const less = isSpend ? 'less' : 'fewer';
  const change = changeOf(now, then);
  const difference =
    apart === 0 ? 'the same' : `${size} ${now > then ? 'more' : less}${change === undefined ? '' : ` (${change})`}`;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}, ${what}. This period: ${difference}.`;
}
