import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, dataOf } from '../../api/client';
import { pagedQuery } from '../../api/paged-query';
import type { View } from '../../api/views';
import type { AuditSearch } from './audit-search';

export function auditQuery({ action, accountId }: AuditSearch) {
  const filters = { ...(action && { action }), ...(accountId && { account_id: accountId }) };
  return pagedQuery(['audit', filters], (page, signal) =>
    dataOf(client.GET('/dashboard/api/support/audit', { params: { query: { ...filters, ...page } }, signal })),
  );
}

export const rateRequestsQuery = (state: View<'RateRequestView'>['state']) =>
  pagedQuery(['rate-requests', state], (page, signal) =>
    dataOf(client.GET('/dashboard/api/support/rate-requests', { params: { query: { state, ...page } }, signal })),
  );

export function useDecideRateRequest(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: View<'RateDecisionBody'>) =>
      dataOf(client.POST('/dashboard/api/support/rate-requests/{id}/decision', { params: { path: { id } }, body })),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['rate-requests'] }),
  });
}

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => dataOf(client.GET('/dashboard/api/support/health', { signal })),
});

export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: async ({ signal }) => (await dataOf(client.GET('/dashboard/api/support/staff', { signal }))).items,
});

/** Disables a member of support or enables them again; the note is for the audit log. */
export function useChangeStaff(userId: string, change: 'disable' | 'enable') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (note: string) =>
      dataOf(
        client.POST(`/dashboard/api/support/staff/{user_id}/${change}`, {
          params: { path: { user_id: userId } },
          body: note === '' ? {} : { note },
        }),
      ),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: staffQuery.queryKey }),
  });
}
