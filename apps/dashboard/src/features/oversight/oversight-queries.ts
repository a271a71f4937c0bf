import { queryOptions } from '@tanstack/react-query';
import { client, dataOf, type View } from '../../api/client';
import { allItems, pagedQuery, useChange } from '../../api/query-client';
import { useSafeChange } from '../../api/safe-change';
import { momentsOf } from '../../format/days';
import type { AuditSearch } from './oversight-search';

export function auditQuery({ action, accountId, userId, ...days }: AuditSearch) {
  const filters = {
    ...(action && { action }),
    ...(accountId && { account_id: accountId }),
    ...(userId && { user_id: userId }),
    ...momentsOf(days),
  };
  return pagedQuery(['audit', filters], (page, signal) =>
    dataOf(client.GET('/dashboard/api/support/audit', { params: { query: { ...filters, ...page } }, signal })),
  );
}

export const rateRequestsQuery = (state: View<'RateRequestView'>['state']) =>
  pagedQuery(['rate-requests', state], (page, signal) =>
    dataOf(client.GET('/dashboard/api/support/rate-requests', { params: { query: { state, ...page } }, signal })),
  );

/** Each decision is a change of its own: the answer to one must not be told as that of another. */
export const useDecideRateRequest = (id: string, decision: 'as asked' | 'another rate' | 'decline') =>
  useSafeChange(`decide rate ${id} ${decision}`, ['rate-requests'], (body: View<'RateDecisionBody'>, header) => {
    const params = { path: { id }, header };
    return dataOf(client.POST('/dashboard/api/support/rate-requests/{id}/decision', { params, body }));
  });

export const pendingTopUpsQuery = pagedQuery(['pending-top-ups'], (query, signal) =>
  dataOf(client.GET('/dashboard/api/support/pending-top-ups', { params: { query }, signal })),
);

/** Waits for the refetch, because the row disappears. */
export const useDecidePendingTopUp = (id: string, answer: Omit<View<'PendingDecisionBody'>, 'note'>) =>
  useSafeChange(
    `decide top-up ${id} ${answer.granted}`,
    pendingTopUpsQuery.queryKey,
    (note: string, header) => {
      const call = { params: { path: { id }, header }, body: { ...answer, ...(note && { note }) } };
      return dataOf(client.POST('/dashboard/api/support/pending-top-ups/{id}/decision', call));
    },
    { waits: true },
  );

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => dataOf(client.GET('/dashboard/api/support/health', { signal })),
});

export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) =>
    allItems((query) => dataOf(client.GET('/dashboard/api/support/staff', { params: { query }, signal }))),
});

export const changeStaff = (userId: string, change: 'disable' | 'enable', note: string) => {
  const call = { params: { path: { user_id: userId } }, body: note === '' ? {} : { note } };
  return dataOf(client.POST(`/dashboard/api/support/staff/{user_id}/${change}`, call));
};

export const useChangeStaff = (userId: string, change: 'disable' | 'enable') =>
  useChange(staffQuery.queryKey, (note: string) => changeStaff(userId, change, note));
