import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, client } from '../../api/client';
import type { View } from '../../api/views';
import type { AuditSearch } from './audit-search';

type RateState = View<'RateRequestView'>['state'];

export function auditQuery({ action, accountId }: AuditSearch) {
  const wish = { ...(action && { action }), ...(accountId && { account_id: accountId }) };
  return infiniteQueryOptions({
    queryKey: ['audit', wish],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }: View<'AuditPage'>) => next_cursor ?? undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...wish, ...(pageParam && { cursor: pageParam }) };
      return answerOf(client.GET('/dashboard/api/support/audit', { params: { query }, signal }));
    },
  });
}

export function rateRequestsQuery(state: RateState) {
  return infiniteQueryOptions({
    queryKey: ['rate-requests', state],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }: View<'RateRequestPage'>) => next_cursor ?? undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { state, ...(pageParam && { cursor: pageParam }) };
      return answerOf(client.GET('/dashboard/api/support/rate-requests', { params: { query }, signal }));
    },
  });
}

export const decideRate = (id: string, body: View<'RateDecisionBody'>) =>
  answerOf(client.POST('/dashboard/api/support/rate-requests/{id}/decision', { params: { path: { id } }, body }));

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => answerOf(client.GET('/dashboard/api/support/health', { signal })),
});

export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: async ({ signal }) => (await answerOf(client.GET('/dashboard/api/support/staff', { signal }))).items,
});

/** Locks somebody of support out, or lets them in again; the note is for the audit log. */
export const changeStaff = (userId: string, change: 'disable' | 'enable', note: string) =>
  answerOf(
    client.POST(`/dashboard/api/support/staff/{user_id}/${change}`, {
      params: { path: { user_id: userId } },
      body: note === '' ? {} : { note },
    }),
  );
