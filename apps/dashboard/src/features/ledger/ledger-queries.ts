import { infiniteQueryOptions } from '@tanstack/react-query';
import { type AccountScope, accountKey } from '../../account/account-scope';
import { answerOf, client } from '../../api/client';
import type { View } from '../../api/views';
import { type LedgerSearch, ledgerWish } from './ledger-search';

const pageSize = 50;

/** The entries of an account, newest first, page by page. */
export function ledgerQuery(scope: AccountScope, search: LedgerSearch) {
  return infiniteQueryOptions({
    queryKey: accountKey(scope, 'ledger', search),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }: View<'LedgerPage'>) => next_cursor ?? undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...ledgerWish(search), limit: pageSize, ...(pageParam && { cursor: pageParam }) };
      return answerOf<View<'LedgerPage'>>(
        scope.kind === 'own'
          ? client.GET('/dashboard/api/ledger', { params: { query }, signal })
          : client.GET('/dashboard/api/support/accounts/{account_id}/ledger', {
              params: { path: { account_id: scope.accountId }, query },
              signal,
            }),
      );
    },
  });
}

/** Address of the same entries as CSV. */
export function ledgerCsv(scope: AccountScope, search: LedgerSearch): string {
  const query = new URLSearchParams(ledgerWish(search));
  const base = scope.kind === 'own' ? '' : `/support/accounts/${scope.accountId}`;
  return `/dashboard/api${base}/ledger.csv?${query}`;
}

/** Books the opposite of an entry. Support only. */
export const reverseEntry = (entryId: string, note: string) =>
  answerOf(
    client.POST('/dashboard/api/support/entries/{entry_id}/reversal', {
      params: { path: { entry_id: entryId } },
      body: { note },
    }),
  );
