import { queryOptions } from '@tanstack/react-query';
import { accountKey } from '../../account/account-scope';
import { client, dataOf, type View } from '../../api/client';
import { pagedQuery, useChange } from '../../api/query-client';
import { useSafeChange } from '../../api/safe-change';
import type { CustomerSearch } from './customer-search';

export const customersQuery = ({ q: text, view, sort }: Pick<CustomerSearch, 'q' | 'view' | 'sort'>) =>
  pagedQuery(['customers', text, view, sort], (page, signal) => {
    const query = { ...(text ? { query: text } : { ...(view && { view }), ...(sort && { sort }) }), ...page };
    return dataOf(client.GET('/dashboard/api/support/accounts', { params: { query }, signal }));
  });

export const pathOf = (accountId: string) => ({ path: { account_id: accountId } });
export const keyOf = (accountId: string, ...rest: string[]) => accountKey({ kind: 'customer', accountId }, ...rest);

export const customerQuery = (accountId: string) =>
  queryOptions({
    queryKey: keyOf(accountId, 'account'),
    queryFn: ({ signal }) =>
      dataOf(client.GET('/dashboard/api/support/accounts/{account_id}', { params: pathOf(accountId), signal })),
  });

export const useCreateCustomer = () =>
  useSafeChange(
    'create customer',
    ['customers'],
    (body: View<'CreateCustomerBody'>, header) =>
      dataOf(client.POST('/dashboard/api/support/accounts', { params: { header }, body })),
    { showsOnce: true },
  );

export type StatusChange = 'suspend' | 'resume';

export const changeStatus = (accountId: string, change: StatusChange, note: string) => {
  const call = { params: pathOf(accountId), body: { note } };
  return dataOf(client.POST(`/dashboard/api/support/accounts/{account_id}/${change}`, call));
};

export const useChangeStatus = (accountId: string, change: StatusChange) =>
  useChange(keyOf(accountId, 'account'), (note: string) => changeStatus(accountId, change, note));

export const useIssuePasswordLink = (userId: string) =>
  useSafeChange(
    `password link ${userId}`,
    ['customers'],
    (body: View<'PasswordLinkOptions'>, header) => {
      const params = { path: { user_id: userId }, header };
      return dataOf(client.POST('/dashboard/api/support/users/{user_id}/password-link', { params, body }));
    },
    { showsOnce: true },
  );

export const useAddNote = (accountId: string) =>
  useSafeChange(`note ${accountId}`, keyOf(accountId, 'account'), (body: View<'CustomerNoteBody'>, header) => {
    const params = { ...pathOf(accountId), header };
    return dataOf(client.POST('/dashboard/api/support/accounts/{account_id}/notes', { params, body }));
  });

export const useRemoveNote = (accountId: string) =>
  useChange(keyOf(accountId, 'account'), (noteId: string) => {
    const params = { path: { account_id: accountId, note_id: noteId } };
    return dataOf(client.DELETE('/dashboard/api/support/accounts/{account_id}/notes/{note_id}', { params }));
  });
