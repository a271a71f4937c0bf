import { formatDay } from '../../../format/time';
import { placesOfSum } from '../../../format/usd';
import type { Measure, Series } from '../stacked-days';
import classes from './day-tooltip.module.css';
import { colourOf, formatValue, usdOf } from './series-style';

interface DayTooltipProps {
  day: string;
  index: number;
  series: readonly Series[];
  measure: Measure;
}

export function DayTooltip({ day, index, series, measure }: DayTooltipProps) {
  const total = series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
  const places = placesOfSum(usdOf(total));
  return (
    <div className={classes.tooltip}>
      <p className={classes.day}>
        {formatDay(day)} <strong>{formatValue(total, measure, places)}</strong>
      </p>
      {series.map(({ id, label, values }, place) =>
        values[index] ? (
          <p key={id} className={classes.row}>
            <span className={classes.swatch} style={{ background: colourOf(id, place) }} />
            <span className={classes.name}>{label}</span>
            <span>{formatValue(values[index], measure, places)}</span>
          </p>
        ) : null,
      )}
    </div>
  );
}
