import { AxisBottom, AxisRight, type TickRendererProps } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarRounded, BarStack } from '@visx/shape';
import { type PointerEvent, useId } from 'react';
import type { Comparison } from './comparison';
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

/** A bar under the pointer: its place, its middle and half of its width. */
export interface Pointed {
  readonly place: number;
  readonly middlePx: number;
  readonly halfPx: number;
}

export interface DaysPlotProps {
  width: number;
  slots: Slots;
  series: readonly Series[];
  colours: ReadonlyMap<string, string>;
  measure: Measure;
  comparison: Comparison | undefined;
  /** A micro-USD or a request: below it the axis would name the same amount three times. */
  least: number;
  lit: string | undefined;
  pointed: number | undefined;
  onPoint: (pointed: Pointed | undefined) => void;
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
  const frame: Frame = { x, y, heightPx: inner.height };
  const today = new Date().toISOString().slice(0, slots.interval === 'hour' ? 13 : 10);
  const placeOf = (event: { clientX: number; currentTarget: SVGRectElement }) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / inner.width) * starts.length);
    return Math.min(starts.length - 1, Math.max(0, index));
  };
  const point = (event: PointerEvent<SVGRectElement>) => {
    const place = placeOf(event);
    onPoint({ place, middlePx: middleOf(frame, place), halfPx: x.bandwidth() / 2 });
  };
  return (
    <svg width={width} height={plotHeight} aria-hidden="true">
      <g transform={`translate(${margin.left} ${margin.top})`}>
        <GridRows scale={y} width={inner.width} numTicks={ticks} stroke="var(--line)" />
        {slots.interval === 'day' && <Weekends {...frame} />}
        {pointed !== undefined && (
          <rect x={pointed * x.step()} width={x.step()} height={inner.height} fill="var(--hover)" />
        )}
        <Bars {...frame} rows={rows} series={series} colours={colours} lit={lit} />
        <Unfinished {...frame} place={starts.indexOf(today)} heights={heights} />
        {comparison && <Before {...frame} values={comparison.values} />}
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

interface Frame {
  readonly x: ReturnType<typeof scaleBand<string>>;
  readonly y: ReturnType<typeof scaleLinear<number>>;
  readonly heightPx: number;
}

function middleOf({ x }: Frame, place: number): number {
  return (x(x.domain()[place] ?? '') ?? 0) + x.bandwidth() / 2;
}

/** Faint bands: most customers do less at weekends, and a reader should not take that for an incident. */
function Weekends({ x, heightPx }: Frame) {
  return x.domain().map((day, place) => {
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    if (!isWeekend) return null;
    return <rect key={day} x={place * x.step()} width={x.step()} height={heightPx} className={classes.weekend} />;
  });
}

interface BarsProps extends Frame, Pick<DaysPlotProps, 'series' | 'colours' | 'lit'> {
  rows: Row[];
}

function Bars({ x, y, rows, series, colours, lit }: BarsProps) {
  const ids = series.map(({ id }) => id);
  return (
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
            .map(({ index, height, color, ...bar }) => (
              <BarRounded
                key={`${key}-${index}`}
                x={bar.x}
                y={bar.y}
                width={bar.width}
                height={height}
                radius={height > 3 ? 2 : 0}
                top={key === topOf(rows[index], ids)}
                fill={color}
                stroke="var(--surface)"
                strokeWidth={height > 3 ? 1 : 0}
                opacity={lit === undefined || lit === key ? 1 : 0.2}
              />
            )),
        )
      }
    </BarStack>
  );
}

/** The part on top of a bar, by its id. */
const topOf = (row: Row | undefined, ids: readonly string[]): string | undefined =>
  ids.findLast((id) => (row?.values[id] ?? 0) > 0);

/** Hatches the bar that still grows. */
function Unfinished({ x, y, heightPx, place, heights }: Frame & { place: number; heights: readonly number[] }) {
  const hatching = useId();
  const height = heights[place];
  if (height === undefined) return null;
  return (
    <>
      <pattern id={hatching} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2" height="5" fill="var(--surface)" />
      </pattern>
      <rect
        data-testid="unfinished"
        x={x(x.domain()[place] ?? '')}
        y={y(height)}
        width={x.bandwidth()}
        height={heightPx - y(height)}
        fill={`url(#${hatching})`}
      />
    </>
  );
}

/** The period before: a line, on a ground that parts it from the bars. */
function Before({ values, ...frame }: Frame & { values: readonly number[] }) {
  const points = values.map((value, place) => `${middleOf(frame, place)},${frame.y(value)}`).join(' ');
  return (
    <>
      <polyline className={classes.lineGround} points={points} />
      <polyline className={classes.line} points={points} />
    </>
  );
}

/** Plain text: the library's own measures every word, and one line needs no wrapping. The first one is not cut off. */
function tick({ x, y, dx, dy, textAnchor, formattedValue = '' }: TickRendererProps) {
  const leastPx = textAnchor === 'middle' ? (formattedValue.length * digitWidth) / 2 : 0;
  return (
    <text x={Math.max(x, leastPx)} y={y} dx={dx} dy={dy} textAnchor={textAnchor} {...tickLabel}>
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
