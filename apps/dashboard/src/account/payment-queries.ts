import { queryOptions } from '@tanstack/react-query';
import { type AccountScope, client, dataOf, type View } from '../api/client';
import { pagedQuery } from '../api/query-client';
import { type IdempotencyHeader, useSafeChange } from '../api/safe-change';
import { accountQuery } from './account-queries';
import { accountKey } from './account-scope';

const own: AccountScope = { kind: 'own' };

export const paymentsQuery = (scope: AccountScope) =>
  pagedQuery(accountKey(scope, 'payments'), (query, signal) =>
    scope.kind === 'own'
      ? dataOf(client.GET('/dashboard/api/account/payments', { params: { query }, signal }))
      : dataOf(
          client.GET('/dashboard/api/support/accounts/{account_id}/payments', {
            params: { path: { account_id: scope.accountId }, query },
            signal,
          }),
        ),
  );

export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: accountKey(own, 'payments', id),
    queryFn: ({ signal }) =>
      dataOf(
        client.GET('/dashboard/api/account/payments/{payment_id}', { params: { path: { payment_id: id } }, signal }),
      ),
  });

/** The limits of a card payment; undefined if there are none, or not known yet. */
export const cardPaymentsQuery = {
  ...accountQuery(own),
  select: (account: View<'AccountView'> | View<'CustomerDetailView'>) =>
    'card_payments' in account ? account.card_payments : null,
};

export function useBeginPayment() {
  const begin = ({ amount_usd }: { amount_usd: string }, header: IdempotencyHeader) =>
    dataOf(
      client.POST('/dashboard/api/account/payments', {
        params: { header },
        body: { amount_usd: amount_usd.trim() },
      }),
    );
  return useSafeChange('add funds', accountKey(own, 'payments'), begin);
}
