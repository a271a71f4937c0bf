import { Box, Group, Paper, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { TooltipWithBounds } from '@visx/tooltip';
import { useState } from 'react';
import { placesOfSum } from '../../format/usd';
import { DaysPlot, type DaysPlotProps, type Pointed } from './days-plot';
import { useOverviewSearch } from './overview-queries';
import { formatValue, plotHeight, usdOf } from './series-style';
import { nameOf } from './slots';
import { sum } from './stacked-days';
import { Swatch } from './swatch';

type DaysPictureProps = Omit<DaysPlotProps, 'width' | 'pointed' | 'onPoint' | 'onChoose'>;

export function DaysPicture({ least, ...drawn }: DaysPictureProps) {
  const { ref, width } = useElementSize();
  const { showDay } = useOverviewSearch();
  const [pointed, setPointed] = useState<Pointed>();
  const { slots } = drawn;
  return (
    <Box ref={ref} pos="relative" miw={0} h={plotHeight} aria-hidden="true">
      {width > 0 && (
        <DaysPlot
          {...drawn}
          width={width}
          least={least}
          pointed={pointed?.place}
          onPoint={setPointed}
          onChoose={slots.interval === 'day' ? showDay : undefined}
        />
      )}
      {pointed && slots.starts[pointed.place] !== undefined && (
        <TooltipWithBounds
          // The key remounts the tooltip for each bar, because it is measured on mount.
          key={pointed.place}
          unstyled
          applyPositionStyle
          style={overlay}
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
const overlay = { zIndex: 1, pointerEvents: 'none' } as const;

type BarPartsProps = Omit<DaysPictureProps, 'least'> & { place: number };

function BarParts({ place, slots, series, colours, measure }: BarPartsProps) {
  const parts = series
    .map(({ id, label, values }) => ({ id, label, colour: colours.get(id), value: values[place] ?? 0 }))
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value);
  const total = sum(parts.map(({ value }) => value));
  const places = placesOfSum(usdOf(total));
  return (
    <Paper withBorder shadow="md" p="sm" miw="12rem" maw="16rem" fz="var(--text-sm)" className="figure">
      <Group component="p" justify="space-between" wrap="nowrap" gap="sm" mb="var(--space-1)">
        {nameOf(slots.starts[place] ?? '')} <strong>{formatValue(total, measure, places)}</strong>
      </Group>
      {parts.map(({ id, label, colour, value }) => (
        <Part key={id} colour={colour} label={label} value={formatValue(value, measure, places)} />
      ))}
    </Paper>
  );
}

interface PartProps {
  colour: string | undefined;
  label: string;
  value: string;
}

function Part({ label, value, colour }: PartProps) {
  return (
    <Group component="p" className="soft" wrap="nowrap" gap="xs">
      <Swatch colour={colour} />
      <Text span inherit truncate flex={1}>
        {label}
      </Text>
      <span>{value}</span>
    </Group>
  );
}
