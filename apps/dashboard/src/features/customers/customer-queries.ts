import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { accountKey } from '../../account/account-scope';
import { answerOf, client } from '../../api/client';
import type { View } from '../../api/views';

/** Customers whose name, email, key prefix or request id matches; all of them when nothing is asked for. */
export function customersQuery(text: string) {
  return infiniteQueryOptions({
    queryKey: ['customers', text],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }: View<'CustomerPage'>) => next_cursor ?? undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(text && { query: text }), ...(pageParam && { cursor: pageParam }) };
      return answerOf(client.GET('/dashboard/api/support/accounts', { params: { query }, signal }));
    },
  });
}

const accountPath = (accountId: string) => ({ path: { account_id: accountId } });

export function customerQuery(accountId: string) {
  return queryOptions({
    queryKey: accountKey({ kind: 'customer', accountId }, 'account'),
    queryFn: ({ signal }) =>
      answerOf(client.GET('/dashboard/api/support/accounts/{account_id}', { params: accountPath(accountId), signal })),
  });
}

export const createCustomer = (body: View<'CreateCustomerBody'>) =>
  answerOf(client.POST('/dashboard/api/support/accounts', { body }));

/** `idempotencyKey` is made once per form: however often the form is sent, the money moves once. */
export const topUp = (accountId: string, idempotencyKey: string, body: View<'TopUpBody'>) =>
  answerOf(
    client.POST('/dashboard/api/support/accounts/{account_id}/top-ups', {
      params: { ...accountPath(accountId), header: { 'Idempotency-Key': idempotencyKey } },
      body,
    }),
  );

export const suspend = (accountId: string, note: string) =>
  answerOf(
    client.POST('/dashboard/api/support/accounts/{account_id}/suspend', {
      params: accountPath(accountId),
      body: { note },
    }),
  );

export const resume = (accountId: string, note: string) =>
  answerOf(
    client.POST('/dashboard/api/support/accounts/{account_id}/resume', {
      params: accountPath(accountId),
      body: { note },
    }),
  );

/** A one-time link to set the password with; it can also turn the second factor off. */
export const issuePasswordLink = (userId: string, resetSecondFactor: boolean) =>
  answerOf(
    client.POST('/dashboard/api/support/users/{user_id}/password-link', {
      params: { path: { user_id: userId } },
      body: { reset_second_factor: resetSecondFactor },
    }),
  );
