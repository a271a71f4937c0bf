import { formatCount } from '../format/counts';
import classes from './sparkline.module.css';

interface SparklineProps {
  /** Of days, oldest first. */
  counts: readonly number[];
  /** What is counted: "Requests per day". */
  label: string;
  /** How a count is told to a screen reader. */
  tell?: (count: number) => string;
}

/** Bars of some days beside each other, as tall as their line: how much, and since when. */
export function Sparkline({ counts, label, tell = formatCount }: SparklineProps) {
  const most = Math.max(...counts, 1);
  const width = 100 / counts.length;
  return (
    <svg
      className={classes.sparkline}
      role="img"
      aria-label={`${label}, the last ${counts.length} days: ${counts.map(tell).join(', ')}`}
      viewBox="0 0 100 20"
      preserveAspectRatio="none"
    >
      <path d="M0 19.5h100" className={classes.ground} />
      {counts.map((count, day) => {
        const height = count === 0 ? 0 : Math.max(1.5, (count / most) * 19);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
          <rect key={day} x={day * width + width * 0.12} y={19.5 - height} width={width * 0.76} height={height} />
        );
      })}
    </svg>
  );
}
