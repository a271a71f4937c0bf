import { Group, TextInput } from '@mantine/core';

interface PeriodDaysProps {
  from: string;
  to: string;
  onChange: (period: { from: string; to: string }) => void;
}

export function PeriodDays({ from, to, onChange }: PeriodDaysProps) {
  return (
    <Group className="aside" gap="xs" wrap="nowrap">
      <TextInput
        type="date"
        size="xs"
        aria-label="First day"
        max={to}
        value={from}
        onChange={(event) => onChange({ from: event.currentTarget.value, to })}
      />
      <span>to</span>
      <TextInput
        type="date"
        size="xs"
        aria-label="Last day"
        min={from}
        value={to}
        onChange={(event) => onChange({ from, to: event.currentTarget.value })}
      />
    </Group>
  );
}
