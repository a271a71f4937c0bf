import { scaleBand, scaleLinear } from '@visx/scale';
import { BarRounded, BarStack } from '@visx/shape';
import { type PointerEvent, useId } from 'react';
import { axisFormat, plotHeight } from './series-style';
import { namedStarts, type Slots, tickOf } from './slots';
import { type Measure, type Series, sum } from './stacked-days';

const ticks = 4;

const topPx = 8;
const bottomPx = 26;
const name = { fill: 'var(--ink-faint)', fontSize: 12, fontFamily: 'var(--font-sans)' } as const;

const digitWidth = 7.5;
const axisGapPx = 11;

const dayLabelWidth = 64;

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
  /** The axis reaches at least this value, because the labels of a shorter axis would repeat. */
  least: number;
  pointed: number | undefined;
  onPoint: (pointed: Pointed | undefined) => void;
  onChoose: ((start: string) => void) | undefined;
}

interface Row {
  readonly start: string;
  readonly values: Readonly<Record<string, number>>;
}

export function DaysPlot({ width, slots, series, colours, measure, least, ...props }: DaysPlotProps) {
  const { pointed, onPoint, onChoose } = props;
  const { starts } = slots;
  const rows = rowsOf(starts, series);
  const heights = rows.map(({ values }) => sum(Object.values(values)));
  const highest = Math.max(...heights, least);
  const heightPx = plotHeight - topPx - bottomPx;
  const y = scaleLinear({ domain: [0, highest], range: [heightPx, 0], nice: ticks });
  const label = axisFormat(y.ticks(ticks), measure);
  const longest = Math.max(...y.ticks(ticks).map((value) => label(value).length));
  const widthPx = width - longest * digitWidth - axisGapPx;
  const x = scaleBand({ domain: [...starts], range: [0, widthPx], paddingInner: 0.25, paddingOuter: 0.1 });
  const frame: Frame = { x, y, heightPx };
  const today = new Date().toISOString().slice(0, slots.interval === 'hour' ? 13 : 10);
  const placeOf = (event: { clientX: number; currentTarget: SVGRectElement }) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / widthPx) * starts.length);
    return Math.min(starts.length - 1, Math.max(0, index));
  };
  const point = (event: PointerEvent<SVGRectElement>) => {
    const place = placeOf(event);
    onPoint({ place, middlePx: middleOf(frame, place), halfPx: x.bandwidth() / 2 });
  };
  return (
    <svg width={width} height={plotHeight} aria-hidden="true">
      <g transform={`translate(0 ${topPx})`}>
        {y.ticks(ticks).map((value) => (
          <g key={value} transform={`translate(0 ${y(value)})`}>
            <line x2={widthPx} stroke="var(--line)" />
            <text x={widthPx + axisGapPx} dy="0.3em" {...name}>
              {label(value)}
            </text>
          </g>
        ))}
        {pointed !== undefined && (
          <rect x={pointed * x.step()} width={x.step()} height={heightPx} fill="var(--hover)" />
        )}
        <Bars {...frame} rows={rows} series={series} colours={colours} />
        <Unfinished {...frame} place={starts.indexOf(today)} heights={heights} />
        <line y1={heightPx} x2={widthPx} y2={heightPx} stroke="var(--line-strong)" />
        {namedStarts(slots, Math.floor(widthPx / dayLabelWidth)).map((start) => {
          const text = tickOf(start);
          const middlePx = Math.max(middleOf(frame, starts.indexOf(start)), (text.length * digitWidth) / 2);
          return (
            <text key={start} x={middlePx} y={heightPx + 23} textAnchor="middle" {...name}>
              {text}
            </text>
          );
        })}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboard users choose the period above the picture */}
        <rect
          width={widthPx}
          height={heightPx}
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

interface BarsProps extends Frame, Pick<DaysPlotProps, 'series' | 'colours'> {
  rows: Row[];
}

function Bars({ x, y, rows, series, colours }: BarsProps) {
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
              />
            )),
        )
      }
    </BarStack>
  );
}

const topOf = (row: Row | undefined, ids: readonly string[]): string | undefined =>
  ids.findLast((id) => (row?.values[id] ?? 0) > 0);

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

function rowsOf(starts: readonly string[], series: readonly Series[]): Row[] {
  return starts.map((start, index) => ({
    start,
    values: Object.fromEntries(series.map(({ id, values }) => [id, values[index] ?? 0])),
  }));
}
