import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from '../api/client';
import { type AccountScope, accountKey } from './account-scope';

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
