import { formatDay } from '../../../format/time';
import type { Measure, Series } from '../stacked-days';
import classes from './day-tooltip.module.css';
import { colourOf, formatValue } from './series-style';

interface DayTooltipProps {
  day: string;
  index: number;
  series: readonly Series[];
  measure: Measure;
}

export function DayTooltip({ day, index, series, measure }: DayTooltipProps) {
  const total = series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
  return (
    <div className={classes.tooltip}>
      <p className={classes.day}>
        {formatDay(day)} <strong>{formatValue(total, measure)}</strong>
      </p>
      {series.map(({ id, label, values }, place) =>
        values[index] ? (
          <p key={id} className={classes.row}>
            <span className={classes.swatch} style={{ background: colourOf(id, place) }} />
            <span className={classes.name}>{label}</span>
            <span>{formatValue(values[index], measure)}</span>
          </p>
        ) : null,
      )}
    </div>
  );
}
