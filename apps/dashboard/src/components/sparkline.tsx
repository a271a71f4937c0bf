import { Box } from '@mantine/core';
import { formatCount } from '../format/counts';

interface SparklineProps {
  counts: readonly number[];
  label: string;
  tell?: (count: number) => string;
  wide?: boolean;
  /** What the bars are; the last days by default. */
  span?: string;
  /** The value of a bar without height. */
  base?: number;
}

/** Drawn by hand: a list has dozens of sparklines, and a library's chart for each would be slow. */
export function Sparkline({ counts, label, tell = formatCount, wide = false, span, base = 0 }: SparklineProps) {
  if (counts.every((count) => count === base)) return null;
  const most = Math.max(...counts, base + 1);
  const bars = counts.map((count, day) => {
    const height = count === base ? 0 : Math.max(1.5, ((count - base) / (most - base)) * 19);
    return `M${day + 0.12} 19.5v-${height}h.76v${height}z`;
  });
  return (
    <Box
      component="svg"
      display="block"
      w={wide ? '100%' : '6rem'}
      h={wide ? '5rem' : '1.25rem'}
      role="img"
      aria-label={`${label}, ${span ?? `the last ${counts.length} days`}: ${counts.map(tell).join(', ')}`}
      viewBox={`0 0 ${counts.length} 20`}
      preserveAspectRatio="none"
    >
      <path d={`M0 19.5h${counts.length}`} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
      <path d={bars.join('')} fill="var(--accent)" />
    </Box>
  );
}
