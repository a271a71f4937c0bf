import { queryOptions } from '@tanstack/react-query';
import { type AccountScope, accountKey } from '../../account/account-scope';
import { answerOf, client } from '../../api/client';
import type { Period } from './period';

export function overviewQuery(scope: AccountScope, period: Period) {
  return queryOptions({
    queryKey: accountKey(scope, 'overview', period),
    queryFn: ({ signal }) =>
      answerOf(
        scope.kind === 'own'
          ? client.GET('/dashboard/api/overview', { params: { query: period }, signal })
          : client.GET('/dashboard/api/support/accounts/{account_id}/overview', {
              params: { path: { account_id: scope.accountId }, query: period },
              signal,
            }),
      ),
  });
}

export type Grouping = 'operation' | 'key';

interface UsageWish {
  from: string;
  to: string;
  groupBy: Grouping;
}

/** Usage per day and group, for the chart. `from` and `to` are days, both included. */
export function usageQuery(scope: AccountScope, { from, to, groupBy }: UsageWish) {
  const query = { from, to, interval: 'day', group_by: groupBy } as const;
  return queryOptions({
    queryKey: accountKey(scope, 'usage', query),
    queryFn: async ({ signal }) => {
      const { items } = await answerOf(
        scope.kind === 'own'
          ? client.GET('/dashboard/api/usage', { params: { query }, signal })
          : client.GET('/dashboard/api/support/accounts/{account_id}/usage', {
              params: { path: { account_id: scope.accountId }, query },
              signal,
            }),
      );
      return items;
    },
  });
}
