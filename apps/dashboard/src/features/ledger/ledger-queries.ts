import { accountKey, useAccountScope } from '../../account/account-scope';
import { type AccountScope, client, dataOf, scopedClient, scopedPath } from '../../api/client';
import { pagedQuery } from '../../api/paged-query';
import { useChange } from '../../api/use-change';
import { type LedgerSearch, ledgerParams } from './ledger-search';

const pageSize = 50;

export const ledgerQuery = (scope: AccountScope, search: LedgerSearch) =>
  pagedQuery(accountKey(scope, 'ledger', search), (page, signal) => {
    const query = { ...ledgerParams(search), limit: pageSize, ...page };
    return dataOf(scopedClient(scope).GET('/ledger', { params: { query }, signal }));
  });

export const ledgerCsv = (scope: AccountScope, search: LedgerSearch): string =>
  `${scopedPath(scope)}/ledger.csv?${new URLSearchParams(ledgerParams(search))}`;

/** Books the opposite of an entry. Support only; the server allows it once per entry. */
export function useReverseEntry(entryId: string) {
  const reverse = (note: string) => {
    const call = { params: { path: { entry_id: entryId } }, body: { note } };
    return dataOf(client.POST('/dashboard/api/support/entries/{entry_id}/reversal', call));
  };
  return useChange(accountKey(useAccountScope()), reverse, { waits: true });
}
