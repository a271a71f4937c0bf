import { useNavigate, useSearch } from '@tanstack/react-router';
import { type OverviewSearch, overviewSearch } from './period';

/** What the address says of the overview, and how to change it: back leads out of a day, not through every switch. */
export function useOverviewSearch() {
  const navigate = useNavigate();
  const search: OverviewSearch = useSearch({ strict: false });
  const go = (changes: Record<string, unknown>, replace: boolean) =>
    void navigate({ to: '.', search: overviewSearch({ ...search, ...changes }), replace, resetScroll: false });
  return {
    search,
    draw: (changes: Record<string, unknown>) => go(changes, true),
    showPeriod: (period: Record<string, unknown>) => go({ ...noPeriod, ...period }, true),
    showDay: (day: string) => go({ ...noPeriod, from: day, to: day }, false),
  };
}

const noPeriod = { days: undefined, from: undefined, to: undefined };
