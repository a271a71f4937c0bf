import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { accountQuery, ownAccount } from '../../account/account-queries';
import { useAccountScope } from '../../account/account-scope';
import { client, dataOf, type View } from '../../api/client';
import { useSafeChange } from '../../api/safe-change';
import { chosenDays, type OverviewSearch, overviewSearch, periodBefore } from './period';

/** Undefined if the account was created after the first day of the previous period, and until the account is loaded. */
export function usePeriodBefore(overview: View<'OverviewView'>): { from: string; to: string } | undefined {
  const account = useQuery(accountQuery(useAccountScope())).data;
  const before = periodBefore(overview);
  return account !== undefined && account.created_at.slice(0, 10) <= before.from ? before : undefined;
}

export const useAskForTopUp = () =>
  useSafeChange('ask for top-up', ownAccount, (body: View<'TopUpRequestBody'>, header) =>
    dataOf(client.POST('/dashboard/api/account/top-up-request', { params: { header }, body })),
  );

/** Choosing a day adds to the browser's history; other changes replace the entry. */
export function useOverviewSearch() {
  const navigate = useNavigate();
  const search: OverviewSearch = useSearch({ strict: false });
  const go = (changes: Record<string, unknown>, replace: boolean) =>
    void navigate({ to: '.', search: overviewSearch({ ...search, ...changes }), replace, resetScroll: false });
  return {
    search,
    draw: (changes: Record<string, unknown>) => go(changes, true),
    showPeriod: (period: Record<string, unknown>) => {
      if (typeof period.days === 'string') chosenDays.set(period.days as ReturnType<typeof chosenDays.get>);
      go({ ...noPeriod, ...period }, true);
    },
    showDay: (day: string) => go({ ...noPeriod, from: day, to: day }, false),
  };
}

const noPeriod = { days: undefined, from: undefined, to: undefined };
