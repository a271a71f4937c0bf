import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { accountKey } from '../../account/account-scope';
import { type AccountScope, client, dataOf, scopedClient } from '../../api/client';
import type { View } from '../../api/views';
import type { Period } from './period';

export const overviewQuery = (scope: AccountScope, period: Period) =>
  queryOptions({
    queryKey: accountKey(scope, 'overview', period),
    queryFn: ({ signal }) => dataOf(scopedClient(scope).GET('/overview', { params: { query: period }, signal })),
  });

/** As many as the server gives at once: a year of few keys is one request or two. */
const pageSize = 2_000;

export type Grouping = 'operation' | 'key';

/** Usage per hour or day and group, for the chart. `from` and `to` are days, both included. */
export function usageQuery(
  scope: AccountScope,
  days: { from: string; to: string },
  groupBy: Grouping | 'operation_and_key',
  interval: 'hour' | 'day',
) {
  const query = { ...days, interval, group_by: groupBy } as const;
  return queryOptions({
    queryKey: accountKey(scope, 'usage', query),
    queryFn: async ({ signal }) => {
      const rows: View<'UsageRowView'>[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const params = { query: { ...query, limit: pageSize, ...(cursor && { cursor }) } };
        const page = await dataOf(scopedClient(scope).GET('/usage', { params, signal }));
        rows.push(...page.items);
        cursor = page.next_cursor;
      }
      return rows;
    },
  });
}

export function useAskForTopUp() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: View<'TopUpRequestBody'>) =>
      dataOf(client.POST('/dashboard/api/account/top-up-request', { body })),
    onSuccess: (account) => void queryClient.setQueryData(accountKey({ kind: 'own' }, 'account'), account),
  });
}

/** Null turns the alert off. */
export function useSetThreshold() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (thresholdUsd: string | null) =>
      dataOf(client.PATCH('/dashboard/api/account', { body: { low_balance_threshold_usd: thresholdUsd } })),
    onSuccess: (account) => void queryClient.setQueryData(accountKey({ kind: 'own' }, 'account'), account),
  });
}
