import { Box, Group, Progress, Stack } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Bar {
  id: string;
  name: ReactNode;
  link?: LinkProps;
  note?: string;
  value: ReactNode;
  percent: number;
  tone?: 'warn' | 'bad' | undefined;
}

export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  return (
    <Stack component="ul" gap="sm" aria-label={label}>
      {bars.map(({ id, name, link, note, value, percent, tone = 'var(--series-1)' }) => (
        <Group
          key={id}
          component="li"
          pos="relative"
          justify="space-between"
          align="end"
          gap="var(--space-1) var(--space-4)"
        >
          <Box component="span" className="breakable" flex="1 1 12rem" fw={500}>
            {link ? (
              <Link {...link} className="quiet covering" preload={false}>
                {name}
              </Link>
            ) : (
              name
            )}
          </Box>
          <Group component="span" className="figure" wrap="nowrap" gap="sm" ml="auto">
            {note && <span className="soft">{note}</span>}
            {value}
          </Group>
          <Progress value={Math.max(percent, 0.5)} color={tone} size="xs" flex="1 0 100%" aria-hidden />
        </Group>
      ))}
    </Stack>
  );
}
