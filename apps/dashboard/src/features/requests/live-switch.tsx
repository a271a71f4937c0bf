import { Box, Group, Switch } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { formatSecond } from '../../format/time';

interface LiveSwitchProps {
  live: boolean;
  onChange: (live: boolean) => void;
  query: UseQueryResult;
}

/** Whether what is new is added, and, when it cannot be, since when. */
export function LiveSwitch({ live, onChange, query: { fetchStatus, isError, dataUpdatedAt } }: LiveSwitchProps) {
  const isCut = live && (isError || fetchStatus === 'paused');
  return (
    <Group gap="sm">
      <Box component="span" role="status" className="figure" c="var(--warn)" fz="var(--text-sm)">
        {isCut && `No connection since ${formatSecond(new Date(dataUpdatedAt).toISOString()).split(', ').at(-1)}`}
      </Box>
      <Switch label="Live" checked={live} onChange={(event) => onChange(event.currentTarget.checked)} />
    </Group>
  );
}
