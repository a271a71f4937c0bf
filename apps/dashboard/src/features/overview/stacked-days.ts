import type { Grouping } from '../../account/account-queries';
import type { View } from '../../api/client';
import { microsOf } from '../../format/usd';

export type Measure = 'spend' | 'requests';

export interface Series {
  readonly id: string;
  readonly label: string;
  readonly values: readonly number[];
  readonly total: number;
}

/** More colours cannot be told apart, so the remaining series are combined. */
const maxSeries = 5;

type UsageRow = View<'UsageRowView'>;

/** Exact up to 9 billion USD. Used only for the chart and its summary. */
export const sizeOf = (row: UsageRow, measure: Measure): number =>
  measure === 'spend' ? Number(microsOf(row.spend_usd)) : row.requests;

export function stackedDays(
  rows: readonly UsageRow[],
  starts: readonly string[],
  by: Grouping,
  measure: Measure,
): Series[] {
  const found = new Map<string, { label: string; values: number[] }>();
  const places = new Map(starts.map((start, index) => [start, index]));
  for (const row of rows) {
    const place = places.get(row.time.slice(0, starts[0]?.length)) ?? -1;
    const id = by === 'operation' ? row.operation : row.key_id;
    if (place < 0 || id === null) continue;
    const label = by === 'operation' ? id : (row.key_name ?? id);
    const series = found.get(id) ?? { label, values: starts.map(() => 0) };
    series.values[place] = (series.values[place] ?? 0) + sizeOf(row, measure);
    found.set(id, series);
  }
  const sorted = [...found]
    .map(([id, series]) => ({ id, ...series, total: sum(series.values) }))
    .filter(({ total }) => total > 0)
    .sort((one, other) => other.total - one.total);
  return sorted.length <= maxSeries + 1 ? sorted : [...sorted.slice(0, maxSeries), restOf(sorted.slice(maxSeries))];
}

function restOf(series: readonly Series[]): Series {
  const values = (series[0]?.values ?? []).map((_, day) => sum(series.map((one) => one.values[day] ?? 0)));
  return { id: 'rest', label: `${series.length} others`, values, total: sum(values) };
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
