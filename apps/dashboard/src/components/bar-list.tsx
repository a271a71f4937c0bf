import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './bar-list.module.css';

interface Bar {
  id: string;
  name: ReactNode;
  note?: string;
  value: ReactNode;
  /** Length of the bar, 0 to 100. */
  percent: number;
  tone?: 'warn' | 'bad';
}

/** A ranking: each name with its value, and a bar under it. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  return (
    <Stack component="ul" gap="sm" aria-label={label}>
      {bars.map(({ id, name, note, value, percent, tone }) => (
        <li key={id} className={classes.row} data-tone={tone}>
          <span className={classes.name}>{name}</span>
          <span className={classes.value}>
            {note && <span className="soft">{note}</span>}
            {value}
          </span>
          <span className={classes.track} aria-hidden="true">
            <span className={classes.bar} style={{ width: `${Math.max(percent, 0.5)}%` }} />
          </span>
        </li>
      ))}
    </Stack>
  );
}
