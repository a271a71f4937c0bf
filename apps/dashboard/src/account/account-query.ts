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
