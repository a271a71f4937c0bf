import { useElementSize } from '@mantine/hooks';
import { useDeferredValue, useState } from 'react';
import type { Measure, Series } from '../stacked-days';
import { DayTooltip } from './day-tooltip';
import classes from './days-chart.module.css';
import { DaysPlot, plotHeight } from './days-plot';
import { SeriesLegend } from './series-legend';

interface DaysChartProps {
  days: readonly string[];
  series: readonly Series[];
  measure: Measure;
}

/** Stacked bars, one per day. The picture is for eyes; the legend under it says the sums in text. */
export function DaysChart({ days, series, measure }: DaysChartProps) {
  const { ref, width: measured } = useElementSize();
  // Deferred, so that the picture is drawn in slices.
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
          <div className={classes.tooltip} data-side={pointed < days.length / 2 ? 'right' : 'left'}>
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
