import { queryOptions } from '@tanstack/react-query';
import { client, dataOf, type View } from '../../api/client';
import { useChange } from '../../api/query-client';
import { sessionQuery } from '../../api/session';

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => dataOf(client.GET('/dashboard/api/second-factor', { signal })),
});

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

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async ({ signal }) => (await dataOf(client.GET('/dashboard/api/members', { signal }))).items,
});

const useMemberChange = <Result, Variables = void>(change: (variables: Variables) => Promise<Result>) =>
  useChange(membersQuery.queryKey, change, { waits: true });

const pathOf = (user_id: string) => ({ params: { path: { user_id } } });

export const useInviteMember = () =>
  useMemberChange((body: View<'InviteMemberBody'>) => dataOf(client.POST('/dashboard/api/members', { body })));

export const useInviteAgain = () =>
  useMemberChange((id: string) => dataOf(client.POST('/dashboard/api/members/{user_id}/invitation', pathOf(id))));

export const changeRole = (id: string, body: View<'MemberRoleBody'>) =>
  dataOf(client.PATCH('/dashboard/api/members/{user_id}', { ...pathOf(id), body }));

export const useChangeRole = (id: string) => useMemberChange((body: View<'MemberRoleBody'>) => changeRole(id, body));

export const useRemoveMember = (id: string) =>
  useMemberChange(() => dataOf<unknown>(client.DELETE('/dashboard/api/members/{user_id}', pathOf(id))));
