import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from '../api/client';
import type { View } from '../api/views';
import { type AccountScope, accountKey } from './account-scope';

/** Name, state, balance and low-balance threshold of an account. */
export function accountQuery(scope: AccountScope) {
  return queryOptions({
    queryKey: accountKey(scope, 'account'),
    queryFn: ({ signal }): Promise<View<'AccountView'>> =>
      scope.kind === 'own'
        ? answerOf(client.GET('/dashboard/api/account', { signal }))
        : answerOf(
            client.GET('/dashboard/api/support/accounts/{account_id}', {
              params: { path: { account_id: scope.accountId } },
              signal,
            }),
          ),
  });
}

/** The keys of an account: the page of keys, the filter of requests and the playground's choice read them. */
export function keysQuery(scope: AccountScope) {
  return queryOptions({
    queryKey: accountKey(scope, 'keys'),
    queryFn: async ({ signal }) => {
      const { items } = await answerOf(
        scope.kind === 'own'
          ? client.GET('/dashboard/api/keys', { signal })
          : client.GET('/dashboard/api/support/accounts/{account_id}/keys', {
              params: { path: { account_id: scope.accountId } },
              signal,
            }),
      );
      return items;
    },
  });
}

/** Every operation with its price; it changes only when the server is started anew. */
export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await answerOf(client.GET('/dashboard/api/operations', { signal }))).items,
});
