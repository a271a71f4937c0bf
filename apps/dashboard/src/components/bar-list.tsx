import { Group, Stack } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './bar-list.module.css';

interface Bar {
  id: string;
  name: ReactNode;
  /** Where the bar leads: the whole row is the link. */
  link?: LinkProps;
  note?: string;
  value: ReactNode;
  percent: number;
  tone?: 'warn' | 'bad' | undefined;
}

export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  return (
    <Stack component="ul" gap="sm" aria-label={label}>
      {bars.map(({ id, name, link, note, value, percent, tone }) => (
        <Group
          key={id}
          component="li"
          className={classes.row}
          data-tone={tone}
          justify="space-between"
          align="end"
          gap="var(--space-1) var(--space-4)"
        >
          <span className={`breakable ${classes.name}`}>
            {link ? (
              <Link {...link} className={classes.link} preload={false}>
                {name}
              </Link>
            ) : (
              name
            )}
          </span>
          <Group component="span" className={classes.figures} wrap="nowrap" gap="sm">
            {note && <span className="soft">{note}</span>}
            {value}
          </Group>
          <span className={classes.track} aria-hidden="true">
            <span className={classes.bar} style={{ width: `${Math.max(percent, 0.5)}%` }} />
          </span>
        </Group>
      ))}
    </Stack>
  );
}
