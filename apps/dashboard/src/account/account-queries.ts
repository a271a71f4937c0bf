import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type AccountScope, client, dataOf, scopedClient, type View } from '../api/client';
import { accountKey } from './account-scope';

export function accountQuery(scope: AccountScope) {
  return queryOptions({
    queryKey: accountKey(scope, 'account'),
    queryFn: ({ signal }): Promise<View<'AccountView'> | View<'CustomerDetailView'>> =>
      scope.kind === 'own'
        ? dataOf(client.GET('/dashboard/api/account', { signal }))
        : dataOf(
            client.GET('/dashboard/api/support/accounts/{account_id}', {
              params: { path: { account_id: scope.accountId } },
              signal,
            }),
          ),
  });
}

export function useChangeAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: View<'ChangeAccountBody'>) => dataOf(client.PATCH('/dashboard/api/account', { body })),
    onSuccess: (account) => void queryClient.setQueryData(accountKey({ kind: 'own' }, 'account'), account),
  });
}

export function keysQuery(scope: AccountScope) {
  return queryOptions({
    queryKey: accountKey(scope, 'keys'),
    queryFn: async ({ signal }) => (await dataOf(scopedClient(scope).GET('/keys', { signal }))).items,
  });
}

/** The list of operations changes only when the server restarts. */
export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await dataOf(client.GET('/dashboard/api/operations', { signal }))).items,
});

export const notificationsQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: async ({ signal }) => (await dataOf(client.GET('/dashboard/api/notices', { signal }))).items,
});

interface OverviewQuery {
  readonly days?: number;
  readonly from?: string;
  readonly to?: string;
  readonly key_id?: string;
}

export const overviewQuery = (scope: AccountScope, query: OverviewQuery) =>
  queryOptions({
    queryKey: accountKey(scope, 'overview', query),
    queryFn: ({ signal }) => dataOf(scopedClient(scope).GET('/overview', { params: { query }, signal })),
  });

/** The server's maximum. With it, the usage of a few keys in a year takes one or two requests. */
const pageSize = 2_000;

export type Grouping = 'operation' | 'key';

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
