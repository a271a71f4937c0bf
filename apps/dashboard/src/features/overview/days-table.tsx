import type { Grouping } from '../../account/usage-queries';
import { FiguresTable } from '../../components/figures-table';
import { placesOfSum } from '../../format/usd';
import type { Comparison } from './comparison';
import { formatValue, usdOf } from './series-style';
import { nameOf, type Slots } from './slots';
import { type Measure, type Series, sum } from './stacked-days';

interface DaysTableProps {
  slots: Slots;
  series: readonly Series[];
  measure: Measure;
  by: Grouping;
  comparison: Comparison | undefined;
}

/** What the bars show: a row for each of them, a column for each colour. */
export function DaysTable({ slots: { interval, starts }, series, measure, by, comparison }: DaysTableProps) {
  const places = placesOfSum(usdOf(sum(series.map(({ total }) => total))));
  const format = (value: number | undefined) => formatValue(value ?? 0, measure, places);
  const what = measure === 'spend' ? 'Spend' : 'Requests';
  return (
    <FiguresTable
      caption={`${what} by ${interval} and ${by}`}
      columns={[
        { id: 'start', title: interval === 'hour' ? 'Hour' : 'Day' },
        ...series.map(({ id, label }) => ({ id: `series ${id}`, title: label })),
        { id: 'total', title: 'Total' },
        ...(comparison ? [{ id: 'before', title: 'Previous period' }] : []),
      ]}
      rows={starts.map((start, place) => ({
        name: nameOf(start),
        figures: [
          ...series.map(({ values }) => format(values[place])),
          format(sum(series.map(({ values }) => values[place] ?? 0))),
          ...(comparison ? [format(comparison.values[place])] : []),
        ],
      }))}
    />
  );
}
