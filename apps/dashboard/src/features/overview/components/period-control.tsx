import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { periodSearch, periods, usualPeriod } from '../period';

export function PeriodControl() {
  const navigate = useNavigate();
  const { days = usualPeriod } = useSearch({ strict: false });
  return (
    <SegmentedControl
      size="xs"
      aria-label="Period"
      value={String(days)}
      onChange={(value) => void navigate({ to: '.', search: periodSearch({ days: value }), replace: true })}
      data={periods.map((period) => ({ value: String(period), label: `${period} days` }))}
    />
  );
}
