import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountKey, useAccountScope } from '../../account/account-scope';
import { rememberKey } from '../../account/known-keys';
import { client, dataOf } from '../../api/client';
import type { View } from '../../api/views';

const pathOf = (id: string) => ({ params: { path: { id } } });

function useRefetchKeys(): () => Promise<void> {
  const queryClient = useQueryClient();
  const scope = useAccountScope();
  return () => queryClient.invalidateQueries({ queryKey: accountKey(scope, 'keys') });
}

/** A change of the account's keys. The list is refetched, and nothing waits for it: a new key is shown at once. */
function useKeyMutation<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const refetch = useRefetchKeys();
  return useMutation({ mutationFn, onSuccess: () => void refetch() });
}

export const useCreateKey = () =>
  useKeyMutation(async (body: View<'CreateKeyBody'>) => {
    const created = await dataOf(client.POST('/dashboard/api/keys', { body }));
    rememberKey(created.id, created.key);
    return created;
  });

export const useChangeKey = (id: string) =>
  useKeyMutation((body: View<'ChangeKeyBody'>) =>
    dataOf(client.PATCH('/dashboard/api/keys/{id}', { ...pathOf(id), body })),
  );

export const useRotateKey = (id: string) =>
  useKeyMutation(async (overlapSeconds: number) => {
    const body = { overlap_seconds: overlapSeconds };
    const created = await dataOf(client.POST('/dashboard/api/keys/{id}/rotate', { ...pathOf(id), body }));
    rememberKey(created.id, created.key);
    return created;
  });

/** Done once the list is up to date: the focus must not return to the button of a row that is about to go. */
export const useRevokeKey = (id: string) =>
  useMutation({
    mutationFn: () => dataOf(client.DELETE('/dashboard/api/keys/{id}', pathOf(id))),
    onSuccess: useRefetchKeys(),
  });

export const useRequestRateIncrease = (id: string) =>
  useKeyMutation((body: View<'RateRequestBody'>) =>
    dataOf(client.POST('/dashboard/api/keys/{id}/rate-request', { ...pathOf(id), body })),
  );

/** For support, on any account's key. */
export const useSetRateLimit = (id: string) =>
  useKeyMutation((requestsPerSecond: number) => {
    const body = { rate_limit_per_second: requestsPerSecond };
    return dataOf(client.PATCH('/dashboard/api/support/keys/{id}', { ...pathOf(id), body }));
  });
