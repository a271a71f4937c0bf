import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { accountKey } from '../../account/account-scope';
import { client, dataOf } from '../../api/client';
import { pagedQuery } from '../../api/paged-query';
import type { View } from '../../api/views';

/** Customers whose name, email, key prefix, request id or entry id matches; all of them for an empty text. */
export const customersQuery = (text: string) =>
  pagedQuery(['customers', text], (page, signal) => {
    const query = { ...(text && { query: text }), ...page };
    return dataOf(client.GET('/dashboard/api/support/accounts', { params: { query }, signal }));
  });

const pathOf = (accountId: string) => ({ path: { account_id: accountId } });
const keyOf = (accountId: string, ...rest: string[]) => accountKey({ kind: 'customer', accountId }, ...rest);

export const customerQuery = (accountId: string) =>
  queryOptions({
    queryKey: keyOf(accountId, 'account'),
    queryFn: ({ signal }) =>
      dataOf(client.GET('/dashboard/api/support/accounts/{account_id}', { params: pathOf(accountId), signal })),
  });

export function useCreateCustomer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: View<'CreateCustomerBody'>) => dataOf(client.POST('/dashboard/api/support/accounts', { body })),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['customers'] }),
  });
}

/** `idempotencyKey` is made once per form: however often the form is sent, the money moves once. */
export function useTopUp(accountId: string, idempotencyKey: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: View<'TopUpBody'>) =>
      dataOf(
        client.POST('/dashboard/api/support/accounts/{account_id}/top-ups', {
          params: { ...pathOf(accountId), header: { 'Idempotency-Key': idempotencyKey } },
          body,
        }),
      ),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: keyOf(accountId) }),
  });
}

export type StatusChange = 'suspend' | 'resume';

export function useChangeStatus(accountId: string, change: StatusChange) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (note: string) =>
      dataOf(
        client.POST(`/dashboard/api/support/accounts/{account_id}/${change}`, {
          params: pathOf(accountId),
          body: { note },
        }),
      ),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: keyOf(accountId, 'account') }),
  });
}

/** A one-time link to set the password with; it can also turn the second factor off. */
export const useIssuePasswordLink = (userId: string) =>
  useMutation({
    mutationFn: (body: View<'PasswordLinkOptions'>) =>
      dataOf(
        client.POST('/dashboard/api/support/users/{user_id}/password-link', {
          params: { path: { user_id: userId } },
          body,
        }),
      ),
  });
