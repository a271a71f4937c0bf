import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { Segments } from '../../../components/segments';
import { WhenWanted } from '../../../components/when-wanted';
import { lastWeek, type PeriodSearch, periodSearch, periods } from '../period';
import classes from './period-control.module.css';

const PeriodDays = lazy(async () => ({ default: (await import('./period-days')).PeriodDays }));

const own = 'own';

/** The last days, or from one day to another. */
export function PeriodControl() {
  const navigate = useNavigate();
  const { days = 30, from, to }: PeriodSearch = useSearch({ strict: false });
  const go = (wish: Record<string, unknown>) =>
    void navigate({ to: '.', search: periodSearch(wish), replace: true, resetScroll: false });
  const chosen = from !== undefined && to !== undefined;
  return (
    <div className={classes.control}>
      <WhenWanted wanted={chosen}>{chosen && <PeriodDays from={from} to={to} onChange={go} />}</WhenWanted>
      <Segments
        label="Period"
        value={chosen ? own : String(days)}
        onChange={(value) => go(value === own ? lastWeek() : { days: value })}
        choices={[
          ...periods.map((period) => ({ value: String(period), label: `${period} days` })),
          { value: own, label: 'Custom' },
        ]}
      />
    </div>
  );
}
