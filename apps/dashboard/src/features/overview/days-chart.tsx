import { Box, Group, Stack } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { requestsLink, useAccountScope } from '../../account/account-scope';
import { OperationName } from '../../account/operation-name';
import type { Grouping } from '../../account/usage-queries';
import type { View } from '../../api/views';
import { formatShare } from '../../format/counts';
import { microsOf, placesOfSum } from '../../format/usd';
import classes from './days-chart.module.css';
import { DaysPlot, plotHeight } from './days-plot';
import { coloursOf, formatValue, usdOf } from './series-style';
import { nameOf, type Slots } from './slots';
import type { Measure, Series } from './stacked-days';

interface DaysChartProps {
  slots: Slots;
  series: readonly Series[];
  measure: Measure;
  by: Grouping;
  overview: View<'OverviewView'>;
}

const tooltipWidth = 260;

/** Stacked bars. The picture is for eyes; the legend under it has the totals as text. A day leads to its hours. */
export function DaysChart({ slots, series, measure, by, overview }: DaysChartProps) {
  const { ref, width: measured } = useElementSize();
  const navigate = useNavigate();
  // Deferred, so the chart is drawn in slices.
  const width = useDeferredValue(measured);
  const [lit, setLit] = useState<string>();
  const [pointed, setPointed] = useState<{ place: number; endsAtPx: number }>();
  const colours = coloursOf(series.map(({ id }) => id));
  const start = pointed && slots.starts[pointed.place];
  const showDay = (day: string) => void navigate({ to: '.', search: { from: day, to: day }, resetScroll: false });
  if (series.length === 0) return <p className="soft">Nothing was charged or requested in this period.</p>;
  return (
    <Stack component="figure">
      <Box ref={ref} pos="relative" miw={0} h={plotHeight} aria-hidden="true">
        {width > 0 && (
          <DaysPlot
            width={width}
            slots={slots}
            series={series}
            colours={colours}
            measure={measure}
            least={measure === 'spend' ? unitPriceMicros(overview) : 1}
            lit={lit}
            pointed={pointed?.place}
            onPoint={(place, endsAtPx) => setPointed(place === undefined ? undefined : { place, endsAtPx })}
            onChoose={slots.interval === 'day' ? showDay : undefined}
          />
        )}
        {start !== undefined && pointed && (
          <BarTooltip
            name={nameOf(start)}
            place={pointed.place}
            leftPx={tooltipLeft(pointed.endsAtPx, width / slots.starts.length, width)}
            series={series}
            colours={colours}
            measure={measure}
          />
        )}
      </Box>
      <figcaption>
        <SeriesLegend
          series={series}
          colours={colours}
          measure={measure}
          by={by}
          period={{ from: overview.from, to: overview.to }}
          onPoint={setLit}
        />
      </figcaption>
    </Stack>
  );
}

/** Beside the bar: on its right, or where there is no room, on its left. */
function tooltipLeft(endsAtPx: number, barPx: number, widthPx: number): number {
  const right = endsAtPx + 12;
  return right + tooltipWidth <= widthPx ? right : Math.max(0, endsAtPx - barPx - 12 - tooltipWidth);
}

/** What one charged request costs at the least, as far as the period tells. */
function unitPriceMicros({ totals }: View<'OverviewView'>): number {
  return totals.charged_requests === 0 ? 1 : Number(microsOf(totals.spend_usd)) / totals.charged_requests;
}

interface BarTooltipProps {
  name: string;
  place: number;
  leftPx: number;
  series: readonly Series[];
  colours: ReadonlyMap<string, string>;
  measure: Measure;
}

/** What a bar is made of, the largest part first. */
function BarTooltip({ name, place, leftPx, series, colours, measure }: BarTooltipProps) {
  const parts = series.map((one) => ({ ...one, value: one.values[place] ?? 0 })).filter(({ value }) => value > 0);
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const places = placesOfSum(usdOf(total));
  return (
    <div className={classes.tooltip} style={{ left: leftPx }}>
      <Group component="p" justify="space-between" wrap="nowrap" gap="sm" mb="var(--space-1)">
        {name} <strong>{formatValue(total, measure, places)}</strong>
      </Group>
      {parts
        .sort((one, other) => other.value - one.value)
        .map(({ id, label, value }) => (
          <Group key={id} component="p" className="soft" wrap="nowrap" gap="xs">
            <span className={classes.swatch} style={{ background: colours.get(id) }} />
            <span className={classes.tooltipLabel}>{label}</span>
            <span>{formatValue(value, measure, places)}</span>
          </Group>
        ))}
    </div>
  );
}

interface SeriesLegendProps extends Pick<DaysChartProps, 'series' | 'measure' | 'by'> {
  colours: ReadonlyMap<string, string>;
  period: { from: string; to: string };
  /** The series under the pointer, which the chart lights up. */
  onPoint: (id: string | undefined) => void;
}

function SeriesLegend({ series, colours, measure, by, period, onPoint }: SeriesLegendProps) {
  const requests = requestsLink(useAccountScope());
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
        {series.map(({ id, label, total }) => (
          <tr key={id} onPointerEnter={() => onPoint(id)} onPointerLeave={() => onPoint(undefined)}>
            <th scope="row">
              <span className={classes.swatch} style={{ background: colours.get(id) }} />
              {id === 'rest' ? (
                label
              ) : (
                <Link
                  {...requests}
                  search={{ ...period, ...(by === 'operation' ? { operation: id } : { keyId: id }) }}
                  className={classes.legendLink}
                  preload={false}
                >
                  {by === 'operation' ? <OperationName id={id} /> : label}
                </Link>
              )}
            </th>
            <td>{formatValue(total, measure, places)}</td>
            <td>{formatShare(total, whole)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
