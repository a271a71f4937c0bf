import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './bar-list.module.css';

interface Bar {
  id: string;
  name: ReactNode;
  note?: string;
  value: ReactNode;
  percent: number;
  tone?: 'warn' | 'bad';
}

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
