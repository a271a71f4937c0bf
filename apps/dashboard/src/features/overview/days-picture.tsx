import { Box, Group } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { TooltipWithBounds } from '@visx/tooltip';
import { useDeferredValue, useState } from 'react';
import { placesOfSum } from '../../format/usd';
import type { Comparison } from './comparison';
import classes from './days-chart.module.css';
import { DaysPlot, type Pointed, plotHeight } from './days-plot';
import { formatValue, usdOf } from './series-style';
import { nameOf, type Slots } from './slots';
import { type Measure, type Series, sum } from './stacked-days';
import { useOverviewSearch } from './use-overview-search';

interface DaysPictureProps {
  slots: Slots;
  series: readonly Series[];
  colours: ReadonlyMap<string, string>;
  measure: Measure;
  comparison: Comparison | undefined;
  /** The series that stands out, by its id. */
  lit: string | undefined;
  least: number;
}

export function DaysPicture({ lit, least, ...drawn }: DaysPictureProps) {
  const { ref, width: measured } = useElementSize();
  const { showDay } = useOverviewSearch();
  // Deferred, so the chart is drawn in slices.
  const width = useDeferredValue(measured);
  const [pointed, setPointed] = useState<Pointed>();
  const { slots } = drawn;
  return (
    <Box ref={ref} pos="relative" miw={0} h={plotHeight} aria-hidden="true">
      {width > 0 && (
        <DaysPlot
          {...drawn}
          width={width}
          least={least}
          lit={lit}
          pointed={pointed?.place}
          onPoint={setPointed}
          onChoose={slots.interval === 'day' ? showDay : undefined}
        />
      )}
      {pointed && slots.starts[pointed.place] !== undefined && (
        <TooltipWithBounds
          // It is measured when it is mounted.
          key={pointed.place}
          className={classes.tooltip ?? ''}
          unstyled
          applyPositionStyle
          left={pointed.middlePx}
          offsetLeft={pointed.halfPx + tooltipGapPx}
          top={0}
          offsetTop={0}
        >
          <BarParts place={pointed.place} {...drawn} />
        </TooltipWithBounds>
      )}
    </Box>
  );
}

const tooltipGapPx = 12;

type BarPartsProps = Omit<DaysPictureProps, 'lit' | 'least'> & { place: number };

/** What a bar is made of, the largest part first, and what stood in its place before. */
function BarParts({ place, slots, series, colours, measure, comparison }: BarPartsProps) {
  const parts = series.map((one) => ({ ...one, value: one.values[place] ?? 0 })).filter(({ value }) => value > 0);
  const total = sum(parts.map(({ value }) => value));
  const places = placesOfSum(usdOf(total));
  return (
    <>
      <Group component="p" justify="space-between" wrap="nowrap" gap="sm" mb="var(--space-1)">
        {nameOf(slots.starts[place] ?? '')} <strong>{formatValue(total, measure, places)}</strong>
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
      {comparison && (
        <Group component="p" className="soft" wrap="nowrap" gap="xs">
          <span className={classes.beforeLine} />
          <span className={classes.tooltipLabel}>{nameOf(comparison.starts[place] ?? '')}</span>
          <span>{formatValue(comparison.values[place] ?? 0, measure, places)}</span>
        </Group>
      )}
    </>
  );
}
