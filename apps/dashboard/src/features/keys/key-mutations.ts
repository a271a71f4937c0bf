import type { QueryClient } from '@tanstack/react-query';
import { type AccountScope, accountKey } from '../../account/account-scope';
import { answerOf, client } from '../../api/client';
import type { View } from '../../api/views';

const keyPath = (id: string) => ({ params: { path: { id } } });

export const createKey = (body: View<'CreateKeyBody'>) => answerOf(client.POST('/dashboard/api/keys', { body }));

export const changeKey = (id: string, body: View<'ChangeKeyBody'>) =>
  answerOf(client.PATCH('/dashboard/api/keys/{id}', { ...keyPath(id), body }));

export const rotateKey = (id: string, overlapSeconds: number) =>
  answerOf(
    client.POST('/dashboard/api/keys/{id}/rotate', { ...keyPath(id), body: { overlap_seconds: overlapSeconds } }),
  );

export const revokeKey = (id: string) => answerOf(client.DELETE('/dashboard/api/keys/{id}', keyPath(id)));

export const askForRate = (id: string, body: View<'RateRequestBody'>) =>
  answerOf(client.POST('/dashboard/api/keys/{id}/rate-request', { ...keyPath(id), body }));

/** For support, on any account's key. */
export const setKeyRate = (id: string, requestsPerSecond: number) =>
  answerOf(
    client.PATCH('/dashboard/api/support/keys/{id}', {
      ...keyPath(id),
      body: { rate_limit_per_second: requestsPerSecond },
    }),
  );

/** After any change: what is shown of the keys is read anew. */
export const refreshKeys = (queryClient: QueryClient, scope: AccountScope) =>
  queryClient.invalidateQueries({ queryKey: accountKey(scope, 'keys') });
