import { AxisBottom, AxisRight, type TickRendererProps } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarStack } from '@visx/shape';
import type { PointerEvent } from 'react';
import { formatDay } from '../../format/time';
import { axisFormat, colourOf } from './series-style';
import type { Measure, Series } from './stacked-days';

export const plotHeight = 240;

const ticks = 4;

const margin = { top: 8, bottom: 26, left: 0 } as const;
const tickLabel = { fill: 'var(--ink-faint)', fontSize: 12, fontFamily: 'var(--font-sans)' } as const;

const digitWidth = 7.5;

/** Wide enough for "21 Nov" and some air. */
const dayLabelWidth = 64;

interface DaysPlotProps {
  width: number;
  days: readonly string[];
  series: readonly Series[];
  measure: Measure;
  /** The series that stands out, by its id. */
  lit: string | undefined;
  /** The day under the pointer, by its place. */
  pointed: number | undefined;
  onPoint: (day: number | undefined) => void;
}

interface Row {
  readonly day: string;
  readonly values: Readonly<Record<string, number>>;
}

export function DaysPlot({ width, days, series, measure, lit, pointed, onPoint }: DaysPlotProps) {
  const rows = rowsOf(days, series);
  const highest = Math.max(
    ...rows.map(({ values }) => Object.values(values).reduce((sum, value) => sum + value, 0)),
    1,
  );
  const height = plotHeight - margin.top - margin.bottom;
  const y = scaleLinear({ domain: [0, highest], range: [height, 0], nice: ticks });
  const label = axisFormat(y.ticks(ticks), measure);
  const longest = Math.max(...y.ticks(ticks).map((value) => label(value).length));
  const inner = { width: width - margin.left - longest * digitWidth - 8, height };
  const x = scaleBand({ domain: [...days], range: [0, inner.width], paddingInner: 0.25, paddingOuter: 0.1 });
  const every = Math.ceil(days.length / Math.max(1, Math.floor(inner.width / dayLabelWidth)));
  const ids = series.map(({ id }) => id);
  const place = (event: PointerEvent<SVGRectElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / inner.width) * days.length);
    onPoint(Math.min(days.length - 1, Math.max(0, index)));
  };
  return (
    <svg width={width} height={plotHeight} aria-hidden="true">
      <g transform={`translate(${margin.left} ${margin.top})`}>
        <GridRows scale={y} width={inner.width} numTicks={ticks} stroke="var(--line)" />
        {pointed !== undefined && (
          <rect x={pointed * x.step()} width={x.step()} height={inner.height} fill="var(--hover)" />
        )}
        <BarStack<Row, string>
          data={rows}
          keys={ids}
          value={({ values }, id) => values[id] ?? 0}
          x={({ day }) => day}
          xScale={x}
          yScale={y}
          color={(id) => colourOf(id, ids.indexOf(id))}
        >
          {(stacks) =>
            stacks.map(({ key, bars }) =>
              bars.map((bar) => (
                <rect
                  key={`${key}-${bar.index}`}
                  x={bar.x}
                  y={bar.y}
                  width={bar.width}
                  height={bar.height}
                  fill={bar.color}
                  opacity={lit === undefined || lit === key ? 1 : 0.2}
                />
              )),
            )
          }
        </BarStack>
        <AxisBottom
          scale={x}
          top={inner.height}
          tickValues={days.filter((_, index) => (days.length - 1 - index) % every === 0)}
          tickFormat={formatDay}
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
        <rect
          width={inner.width}
          height={inner.height}
          fill="transparent"
          onPointerMove={place}
          onPointerLeave={() => onPoint(undefined)}
        />
      </g>
    </svg>
  );
}

/** Plain text: the library's own measures every word, and one line needs no wrapping. */
function tick({ x, y, dx, dy, textAnchor, formattedValue }: TickRendererProps) {
  return (
    <text x={x} y={y} dx={dx} dy={dy} textAnchor={textAnchor} {...tickLabel}>
      {formattedValue}
    </text>
  );
}

function rowsOf(days: readonly string[], series: readonly Series[]): Row[] {
  return days.map((day, index) => ({
    day,
    values: Object.fromEntries(series.map(({ id, values }) => [id, values[index] ?? 0])),
  }));
}
