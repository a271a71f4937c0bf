import { SegmentedControl } from '@mantine/core';
import { timeZone } from '../format/time';

const zones = [
  { value: 'utc', label: 'UTC' },
  { value: 'local', label: 'My time' },
] as const;

/** One setting for all times of the dashboard, kept in this browser. */
export function ZoneSwitch() {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Time zone"
      value={timeZone.use()}
      onChange={timeZone.set}
      data={[...zones]}
    />
  );
}
