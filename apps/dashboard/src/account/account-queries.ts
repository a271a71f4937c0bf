import { type InfiniteData, queryOptions } from '@tanstack/react-query';
import { type AccountScope, client, dataOf, scopedClient, type View } from '../api/client';
import { allItems, pagedQuery } from '../api/query-client';
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

export const ownAccount = accountKey({ kind: 'own' }, 'account');

export const changeAccount = (body: View<'ChangeAccountBody'>) =>
  dataOf(client.PATCH('/dashboard/api/account', { body }));

/** Pages of keys, active keys first. `data` has the keys of the pages that were fetched. */
export const keysQuery = (scope: AccountScope) => ({
  ...pagedQuery(accountKey(scope, 'keys'), (query, signal) =>
    dataOf(scopedClient(scope).GET('/keys', { params: { query }, signal })),
  ),
  select: ({ pages }: InfiniteData<View<'KeyList'>>) => pages.flatMap(({ items }) => items),
});

/** A key and its rotations. */
export const keyFamilyQuery = (scope: AccountScope, id: string) =>
  queryOptions({
    queryKey: accountKey(scope, 'keys', id),
    queryFn: async ({ signal }) =>
      (await dataOf(scopedClient(scope).GET('/keys', { params: { query: { id } }, signal }))).items,
  });

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
    queryFn: ({ signal }) =>
      allItems((page) =>
        dataOf(scopedClient(scope).GET('/usage', { params: { query: { ...query, ...page } }, signal })),
      ),
  });
}
