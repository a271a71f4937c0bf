import { TextInput } from '@mantine/core';
import classes from './overview.module.css';

interface PeriodDaysProps {
  from: string;
  to: string;
  onChange: (period: { from: string; to: string }) => void;
}

/** The two days of a period of one's own. */
export function PeriodDays({ from, to, onChange }: PeriodDaysProps) {
  return (
    <div className={classes.periodDays}>
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
    </div>
  );
}
