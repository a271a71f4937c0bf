import { queryOptions } from '@tanstack/react-query';
import { accountKey, useAccountScope } from '../../account/account-scope';
import { type AccountScope, client, dataOf, scopedClient, scopedPath } from '../../api/client';
import { type IdempotencyHeader, useSafeChange } from '../../api/safe-change';
import { monthRange } from './ledger-search';

export const statementQuery = (scope: AccountScope, month: string) =>
  queryOptions({
    queryKey: accountKey(scope, 'statement', month),
    queryFn: ({ signal }) =>
      dataOf(scopedClient(scope).GET('/ledger/statement', { params: { query: { month } }, signal })),
  });

export const statementCsv = (scope: AccountScope, month: string): string =>
  `${scopedPath(scope)}/ledger/statement.csv?month=${month}`;

export const entriesCsv = (scope: AccountScope, month: string): string =>
  `${scopedPath(scope)}/ledger.csv?${new URLSearchParams(monthRange(month))}`;

/** Support only; the server allows one reversal per entry. */
export function useReverseEntry(entryId: string) {
  const reverse = (note: string, header: IdempotencyHeader) => {
    const call = { params: { path: { entry_id: entryId }, header }, body: { note } };
    return dataOf(client.POST('/dashboard/api/support/entries/{entry_id}/reversal', call));
  };
  return useSafeChange(`reverse ${entryId}`, accountKey(useAccountScope()), reverse, { waits: true });
}
