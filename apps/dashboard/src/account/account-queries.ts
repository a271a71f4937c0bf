import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type AccountScope, client, dataOf, scopedClient } from '../api/client';
import type { View } from '../api/views';
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

/** What an owner sets of the account. */
export function useChangeAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: View<'ChangeAccountBody'>) => dataOf(client.PATCH('/dashboard/api/account', { body })),
    onSuccess: (account) => void queryClient.setQueryData(accountKey({ kind: 'own' }, 'account'), account),
  });
}

/** The keys of an account: the keys page, the request filter and the playground read them. */
export function keysQuery(scope: AccountScope) {
  return queryOptions({
    queryKey: accountKey(scope, 'keys'),
    queryFn: async ({ signal }) => (await dataOf(scopedClient(scope).GET('/keys', { signal }))).items,
  });
}

/** Every operation with its price; it changes only when the server restarts. */
export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await dataOf(client.GET('/dashboard/api/operations', { signal }))).items,
});
