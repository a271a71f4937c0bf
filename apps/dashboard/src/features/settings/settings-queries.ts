import { queryOptions } from '@tanstack/react-query';
import { client, dataOf, type View } from '../../api/client';
import { makePasskey } from '../../api/passkeys';
import { queryClient, useChange } from '../../api/query-client';
import { sendOnce, useSafeChange } from '../../api/safe-change';
import { sessionQuery } from '../../api/session';

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => dataOf(client.GET('/dashboard/api/second-factor', { signal })),
});

export const enrolmentQuery = queryOptions({
  queryKey: ['second-factor', 'enrolment'],
  queryFn: () =>
    sendOnce('enrol', undefined, (_, header) =>
      dataOf(client.POST('/dashboard/api/second-factor', { params: { header } })),
    ),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
});

/** Links the person whom the provider has just authenticated. */
export const useLinkProvider = () =>
  useChange(sessionQuery.queryKey, () => dataOf(client.PUT('/dashboard/api/provider-link')), { waits: true });

export const useUnlinkProvider = () =>
  useChange(sessionQuery.queryKey, () => dataOf(client.DELETE('/dashboard/api/provider-link')), { waits: true });

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await dataOf(client.GET('/dashboard/api/sessions', { signal }))).items,
});

export const useChangePassword = () =>
  useChange(sessionsQuery.queryKey, (body: View<'ChangePasswordBody'>) =>
    dataOf(client.PUT('/dashboard/api/password', { body })),
  );

/** Both changes make them, so that “New recovery codes” also finds those of a lost confirmation. */
const recoveryCodes = 'recovery codes';

export const useEnableSecondFactor = () =>
  useSafeChange(
    recoveryCodes,
    sessionQuery.queryKey,
    (code: string, header) =>
      dataOf(client.POST('/dashboard/api/second-factor/confirm', { params: { header }, body: { code } })),
    { showsOnce: true },
  );

export const useDisableSecondFactor = () =>
  useChange(sessionQuery.queryKey, () => dataOf(client.DELETE('/dashboard/api/second-factor')));

export const useRenewRecoveryCodes = () =>
  useSafeChange(
    recoveryCodes,
    secondFactorQuery.queryKey,
    (_: undefined, header) =>
      dataOf(client.POST('/dashboard/api/second-factor/recovery-codes', { params: { header } })),
    { showsOnce: true },
  );

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await dataOf(client.GET('/dashboard/api/passkeys', { signal }))).items,
});

export const useAddPasskey = () =>
  useSafeChange('add passkey', passkeysQuery.queryKey, async ({ name }: { name: string }, header) => {
    const body = { name, credential: { ...(await makePasskey()) } };
    const passkey = await dataOf(client.POST('/dashboard/api/passkeys', { params: { header }, body }));
    await queryClient.invalidateQueries(sessionQuery);
    return passkey;
  });

export const useRemovePasskey = () =>
  useChange(passkeysQuery.queryKey, async (id: string) => {
    await dataOf<unknown>(client.DELETE('/dashboard/api/passkeys/{id}', { params: { path: { id } } }));
    await queryClient.invalidateQueries(sessionQuery);
  });

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

const pathOf = (user_id: string) => ({ params: { path: { user_id } } });

/** The link is shown once, if there is no mail server. */
const issue = { waits: true, showsOnce: true };

export const useInviteMember = () =>
  useSafeChange(
    'invite',
    membersQuery.queryKey,
    (body: View<'InviteMemberBody'>, header) =>
      dataOf(client.POST('/dashboard/api/members', { params: { header }, body })),
    issue,
  );

export const useInviteAgain = (id: string) =>
  useSafeChange(
    `invite again ${id}`,
    membersQuery.queryKey,
    (_: unknown, header) => {
      const params = { ...pathOf(id).params, header };
      return dataOf(client.POST('/dashboard/api/members/{user_id}/invitation', { params }));
    },
    issue,
  );

export const changeRole = (id: string, body: View<'ChangeRoleBody'>) =>
  dataOf(client.PATCH('/dashboard/api/members/{user_id}', { ...pathOf(id), body }));

export const useRemoveMember = (id: string) =>
  useChange(
    membersQuery.queryKey,
    () => dataOf<unknown>(client.DELETE('/dashboard/api/members/{user_id}', pathOf(id))),
    { waits: true },
  );
