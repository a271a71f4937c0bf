import { Group, Switch } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { formatSecond } from '../../format/time';
import classes from './requests.module.css';

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
      <span role="status" className={classes.cut}>
        {isCut && `No connection since ${formatSecond(new Date(dataUpdatedAt).toISOString()).split(', ').at(-1)}`}
      </span>
      <Switch label="Live" checked={live} onChange={(event) => onChange(event.currentTarget.checked)} />
    </Group>
  );
}
