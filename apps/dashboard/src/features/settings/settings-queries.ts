import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../api/client';
import { sessionQuery } from '../../api/session';
import { useChange } from '../../api/use-change';
import type { View } from '../../api/views';

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => dataOf(client.GET('/dashboard/api/second-factor', { signal })),
});

/** A new secret; asked for once each time the form opens. */
export const enrolmentQuery = queryOptions({
  queryKey: ['second-factor', 'enrolment'],
  queryFn: () => dataOf(client.POST('/dashboard/api/second-factor')),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await dataOf(client.GET('/dashboard/api/sessions', { signal }))).items,
});

export const useChangePassword = () =>
  useChange(sessionsQuery.queryKey, (body: View<'ChangePasswordBody'>) =>
    dataOf(client.PUT('/dashboard/api/password', { body })),
  );

export const useEnableSecondFactor = () =>
  useChange(sessionQuery.queryKey, (code: string) =>
    dataOf(client.POST('/dashboard/api/second-factor/confirm', { body: { code } })),
  );

export const useDisableSecondFactor = () =>
  useChange(sessionQuery.queryKey, () => dataOf(client.DELETE('/dashboard/api/second-factor')));

export const useRenewRecoveryCodes = () =>
  useChange(secondFactorQuery.queryKey, () => dataOf(client.POST('/dashboard/api/second-factor/recovery-codes')));

export const useEndSession = () =>
  useChange(
    sessionsQuery.queryKey,
    (id: string | 'others') =>
      dataOf<unknown>(
        id === 'others'
          ? client.DELETE('/dashboard/api/sessions')
          : client.DELETE('/dashboard/api/sessions/{id}', { params: { path: { id } } }),
      ),
    { waits: true },
  );
