import { SegmentedControl, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lastWeek, type PeriodSearch, periodSearch, periods } from '../period';
import classes from './period-control.module.css';

const own = 'own';

/** The last days, or from one day to another. */
export function PeriodControl() {
  const navigate = useNavigate();
  const { days = 30, from, to }: PeriodSearch = useSearch({ strict: false });
  const go = (wish: Record<string, unknown>) =>
    void navigate({ to: '.', search: periodSearch(wish), replace: true, resetScroll: false });
  return (
    <div className={classes.control}>
      {from !== undefined && to !== undefined && (
        <div className={classes.days}>
          <TextInput
            type="date"
            size="xs"
            aria-label="First day"
            max={to}
            value={from}
            onChange={(event) => go({ from: event.currentTarget.value, to })}
          />
          <span>to</span>
          <TextInput
            type="date"
            size="xs"
            aria-label="Last day"
            min={from}
            value={to}
            onChange={(event) => go({ from, to: event.currentTarget.value })}
          />
        </div>
      )}
      <SegmentedControl
        size="xs"
        aria-label="Period"
        value={from === undefined ? String(days) : own}
        onChange={(value) => go(value === own ? lastWeek() : { days: value })}
        data={[
          ...periods.map((period) => ({ value: String(period), label: `${period} days` })),
          { value: own, label: 'Custom' },
        ]}
      />
    </div>
  );
}
