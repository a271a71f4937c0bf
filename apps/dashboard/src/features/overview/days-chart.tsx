import { useElementSize } from '@mantine/hooks';
import { useDeferredValue, useState } from 'react';
import { formatShare } from '../../format/counts';
import { formatDay } from '../../format/time';
import { placesOfSum } from '../../format/usd';
import classes from './days-chart.module.css';
import { DaysPlot, plotHeight } from './days-plot';
import { colourOf, formatValue, usdOf } from './series-style';
import type { Measure, Series } from './stacked-days';

interface DaysChartProps {
  days: readonly string[];
  series: readonly Series[];
  measure: Measure;
}

/** Stacked bars, one per day. The picture is for eyes; the legend under it has the totals as text. */
export function DaysChart({ days, series, measure }: DaysChartProps) {
  const { ref, width: measured } = useElementSize();
  // Deferred, so the chart is drawn in slices.
  const width = useDeferredValue(measured);
  const [lit, setLit] = useState<string>();
  const [pointed, setPointed] = useState<number>();
  const day = pointed === undefined ? undefined : days[pointed];
  return (
    <figure className={classes.figure}>
      <div ref={ref} className={classes.plot} style={{ height: plotHeight }} aria-hidden="true">
        {width > 0 && (
          <DaysPlot
            width={width}
            days={days}
            series={series}
            measure={measure}
            lit={lit}
            pointed={pointed}
            onPoint={setPointed}
          />
        )}
        {day !== undefined && pointed !== undefined && (
          <div className={classes.tooltipPlace} data-side={pointed < days.length / 2 ? 'right' : 'left'}>
            <DayTooltip day={day} index={pointed} series={series} measure={measure} />
          </div>
        )}
      </div>
      <figcaption>
        <SeriesLegend series={series} measure={measure} onPoint={setLit} />
      </figcaption>
    </figure>
  );
}

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
      <p className={classes.tooltipDay}>
        {formatDay(day)} <strong>{formatValue(total, measure, places)}</strong>
      </p>
      {series.map(({ id, label, values }, place) =>
        values[index] ? (
          <p key={id} className={classes.tooltipRow}>
            <span className={classes.tooltipSwatch} style={{ background: colourOf(id, place) }} />
            <span className={classes.tooltipName}>{label}</span>
            <span>{formatValue(values[index], measure, places)}</span>
          </p>
        ) : null,
      )}
    </div>
  );
}

interface SeriesLegendProps {
  series: readonly Series[];
  measure: Measure;
  /** The series under the pointer, which the chart lights up. */
  onPoint: (id: string | undefined) => void;
}

export function SeriesLegend({ series, measure, onPoint }: SeriesLegendProps) {
  const whole = series.reduce((sum, { total }) => sum + total, 0);
  const places = placesOfSum(usdOf(whole));
  return (
    <table className={classes.legend}>
      <caption className="visually-hidden">Totals for the period</caption>
      <thead>
        <tr>
          {['Name', measure === 'spend' ? 'Spent' : 'Requests', 'Share'].map((heading) => (
            <th key={heading} scope="col" className={classes.legendHeading}>
              <span className="visually-hidden">{heading}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {series.map(({ id, label, total }, index) => (
          <tr key={id} onPointerEnter={() => onPoint(id)} onPointerLeave={() => onPoint(undefined)}>
            <th scope="row" className={classes.legendName}>
              <span className={classes.legendSwatch} style={{ background: colourOf(id, index) }} />
              {label}
            </th>
            <td className={classes.legendValue}>{formatValue(total, measure, places)}</td>
            <td className={classes.legendShare}>{formatShare(total, whole)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
