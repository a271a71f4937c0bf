import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import type { View } from '../../api/views';

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
