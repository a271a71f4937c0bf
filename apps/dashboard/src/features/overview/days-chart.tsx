import { Box, Group, Stack } from '@mantine/core';
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
    <Stack component="figure">
      <Box ref={ref} pos="relative" miw={0} h={plotHeight} aria-hidden="true">
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
          <DayTooltip day={day} index={pointed} days={days} series={series} measure={measure} />
        )}
      </Box>
      <figcaption>
        <SeriesLegend series={series} measure={measure} onPoint={setLit} />
      </figcaption>
    </Stack>
  );
}

/** On the side where the pointer is not. */
function DayTooltip({ day, index, days, series, measure }: DaysChartProps & { day: string; index: number }) {
  const total = series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
  const places = placesOfSum(usdOf(total));
  return (
    <div className={classes.tooltip} style={index < days.length / 2 ? { right: '4rem' } : { left: 0 }}>
      <Group component="p" justify="space-between" wrap="nowrap" gap={0} mb="var(--space-1)">
        {formatDay(day)} <strong>{formatValue(total, measure, places)}</strong>
      </Group>
      {series.map(({ id, label, values }, place) =>
        values[index] ? (
          <Group key={id} component="p" className="soft" wrap="nowrap" gap="xs">
            <span className={classes.swatch} style={{ background: colourOf(id, place) }} />
            <Box component="span" flex={1}>
              {label}
            </Box>
            <span>{formatValue(values[index], measure, places)}</span>
          </Group>
        ) : null,
      )}
    </div>
  );
}

interface SeriesLegendProps extends Omit<DaysChartProps, 'days'> {
  /** The series under the pointer, which the chart lights up. */
  onPoint: (id: string | undefined) => void;
}

function SeriesLegend({ series, measure, onPoint }: SeriesLegendProps) {
  const whole = series.reduce((sum, { total }) => sum + total, 0);
  const places = placesOfSum(usdOf(whole));
  return (
    <table className={classes.legend}>
      <caption className="visually-hidden">Totals for the period</caption>
      <thead>
        <tr>
          {['Name', measure === 'spend' ? 'Spent' : 'Requests', 'Share'].map((heading) => (
            <th key={heading} scope="col">
              <span className="visually-hidden">{heading}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {series.map(({ id, label, total }, index) => (
          <tr key={id} onPointerEnter={() => onPoint(id)} onPointerLeave={() => onPoint(undefined)}>
            <th scope="row">
              <span className={classes.swatch} style={{ background: colourOf(id, index) }} />
              {label}
            </th>
            <td>{formatValue(total, measure, places)}</td>
            <td>{formatShare(total, whole)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
