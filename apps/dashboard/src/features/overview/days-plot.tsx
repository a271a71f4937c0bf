import { AxisBottom, AxisRight, type TickRendererProps } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarRounded, BarStack } from '@visx/shape';
import { type PointerEvent, useId } from 'react';
import type { Comparison } from './comparison';
import type { Pointed } from './days-picture';
import classes from './days-plot.module.css';
import { axisFormat } from './series-style';
import { namedStarts, type Slots, tickOf } from './slots';
import { type Measure, type Series, sum } from './stacked-days';

export const plotHeight = 240;

const ticks = 4;

const margin = { top: 8, bottom: 26, left: 0 } as const;
const tickLabel = { fill: 'var(--ink-faint)', fontSize: 12, fontFamily: 'var(--font-sans)' } as const;

const digitWidth = 7.5;

/** Wide enough for "21 Nov" and some air. */
const dayLabelWidth = 64;

interface DaysPlotProps {
  width: number;
  slots: Slots;
  series: readonly Series[];
  colours: ReadonlyMap<string, string>;
  measure: Measure;
  comparison: Comparison | undefined;
  /** A micro-USD or a request: below it the axis would name the same amount three times. */
  least: number;
  /** The series that stands out, by its id. */
  lit: string | undefined;
  /** The bar under the pointer, by its place. */
  pointed: number | undefined;
  onPoint: (pointed: Pointed | undefined) => void;
  /** Undefined where a bar leads nowhere. */
  onChoose: ((start: string) => void) | undefined;
}

interface Row {
  readonly start: string;
  readonly values: Readonly<Record<string, number>>;
}

export function DaysPlot({ width, slots, series, colours, measure, comparison, least, ...props }: DaysPlotProps) {
  const { lit, pointed, onPoint, onChoose } = props;
  const { starts } = slots;
  const rows = rowsOf(starts, series);
  const heights = rows.map(({ values }) => sum(Object.values(values)));
  const highest = Math.max(...heights, ...(comparison?.values ?? []), least);
  const height = plotHeight - margin.top - margin.bottom;
  const y = scaleLinear({ domain: [0, highest], range: [height, 0], nice: ticks });
  const label = axisFormat(y.ticks(ticks), measure);
  const longest = Math.max(...y.ticks(ticks).map((value) => label(value).length));
  const inner = { width: width - margin.left - longest * digitWidth - 8, height };
  const x = scaleBand({ domain: [...starts], range: [0, inner.width], paddingInner: 0.25, paddingOuter: 0.1 });
  const today = new Date().toISOString().slice(0, slots.interval === 'hour' ? 13 : 10);
  const ids = series.map(({ id }) => id);
  const placeOf = (event: { clientX: number; currentTarget: SVGRectElement }) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / inner.width) * starts.length);
    return Math.min(starts.length - 1, Math.max(0, index));
  };
  const point = (event: PointerEvent<SVGRectElement>) => {
    const place = placeOf(event);
    onPoint({ place, middlePx: middleOf(place), halfPx: x.bandwidth() / 2 });
  };
  const middleOf = (place: number) => (x(starts[place]!) ?? 0) + x.bandwidth() / 2;
  const hatching = useId();
  const todayPlace = starts.indexOf(today);
  return (
    <svg width={width} height={plotHeight} aria-hidden="true">
      <g transform={`translate(${margin.left} ${margin.top})`}>
        <GridRows scale={y} width={inner.width} numTicks={ticks} stroke="var(--line)" />
        {starts.map(
          (start, place) =>
            isWeekend(start) && (
              <rect
                key={start}
                x={place * x.step()}
                width={x.step()}
                height={inner.height}
                className={classes.weekend}
              />
            ),
        )}
        {pointed !== undefined && (
          <rect x={pointed * x.step()} width={x.step()} height={inner.height} fill="var(--hover)" />
        )}
        <BarStack<Row, string>
          data={rows}
          keys={ids}
          value={({ values }, id) => values[id] ?? 0}
          x={({ start }) => start}
          xScale={x}
          yScale={y}
          color={(id) => colours.get(id) ?? ''}
        >
          {(stacks) =>
            stacks.map(({ key, bars }) =>
              bars
                .filter(({ height }) => height > 0)
                .map((bar) => (
                  <BarRounded
                    key={`${key}-${bar.index}`}
                    x={bar.x}
                    y={bar.y}
                    width={bar.width}
                    height={bar.height}
                    radius={bar.height > 3 ? 2 : 0}
                    top={key === topOf(rows[bar.index], ids)}
                    fill={bar.color}
                    stroke="var(--surface)"
                    strokeWidth={bar.height > 3 ? 1 : 0}
                    opacity={lit === undefined || lit === key ? 1 : 0.2}
                  />
                )),
            )
          }
        </BarStack>
        {todayPlace >= 0 && (
          <>
            <pattern id={hatching} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="2" height="5" fill="var(--surface)" />
            </pattern>
            <rect
              data-testid="unfinished"
              x={x(today)}
              y={y(heights[todayPlace]!)}
              width={x.bandwidth()}
              height={inner.height - y(heights[todayPlace]!)}
              fill={`url(#${hatching})`}
            />
          </>
        )}
        {comparison &&
          ['lineGround', 'line'].map((layer) => (
            <polyline
              key={layer}
              className={classes[layer]}
              points={comparison.values.map((value, place) => `${middleOf(place)},${y(value)}`).join(' ')}
            />
          ))}
        <AxisBottom
          scale={x}
          top={inner.height}
          tickValues={[...namedStarts(slots, Math.floor(inner.width / dayLabelWidth))]}
          tickFormat={tickOf}
          tickComponent={tick}
          hideTicks
          stroke="var(--line-strong)"
          tickLabelProps={{ ...tickLabel, textAnchor: 'middle' }}
        />
        <AxisRight
          scale={y}
          left={inner.width}
          numTicks={ticks}
          tickFormat={(value) => label(Number(value))}
          tickComponent={tick}
          hideTicks
          hideAxisLine
          tickLabelProps={{ ...tickLabel, dy: '0.3em' }}
        />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the picture is for eyes; the period above it is chosen with the keyboard */}
        <rect
          width={inner.width}
          height={inner.height}
          fill="transparent"
          style={onChoose && { cursor: 'pointer' }}
          onPointerMove={point}
          onPointerLeave={() => onPoint(undefined)}
          onClick={(event) => onChoose?.(starts[placeOf(event)]!)}
        />
      </g>
    </svg>
  );
}

const isWeekend = (start: string): boolean => [0, 6].includes(new Date(start.slice(0, 10)).getUTCDay());

/** The part on top of a bar, by its id. */
const topOf = (row: Row | undefined, ids: readonly string[]): string | undefined =>
  ids.findLast((id) => (row?.values[id] ?? 0) > 0);

/** Plain text: the library's own measures every word, and one line needs no wrapping. */
function tick({ x, y, dx, dy, textAnchor, formattedValue }: TickRendererProps) {
  return (
    <text x={x} y={y} dx={dx} dy={dy} textAnchor={textAnchor} {...tickLabel}>
      {formattedValue}
    </text>
  );
}

function rowsOf(starts: readonly string[], series: readonly Series[]): Row[] {
  return starts.map((start, index) => ({
    start,
    values: Object.fromEntries(series.map(({ id, values }) => [id, values[index] ?? 0])),
  }));
}
