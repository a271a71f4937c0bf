import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { client, dataOf, type View } from './client';
import { reasonOf } from './problem-error';
import { queryClient } from './query-client';

export type CurrentSession = View<'CurrentSessionView'>;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  queryFn: async (): Promise<CurrentSession | null> => {
    const { session, sign_in } = await dataOf(client.GET('/dashboard/api/session/visitor'));
    queryClient.setQueryData(signInOptionsQuery.queryKey, sign_in);
    return session;
  },
});

/** How people sign in to this installation. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async (): Promise<View<'SignInOptions'>> =>
    (await dataOf(client.GET('/dashboard/api/session/visitor'))).sign_in,
});

/** @throws {ProblemError} if the server refuses; with the reason `second_factor_required` if only a code is missing. */
export async function signIn(body: View<'SignInBody'>): Promise<CurrentSession> {
  const session = await dataOf(client.POST('/dashboard/api/session', { body }));
  queryClient.setQueryData(sessionQuery.queryKey, session);
  return session;
}

/** @throws {ProblemError} as {@link signIn}. */
export async function signInByLink(body: View<'SignInLinkBody'>): Promise<void> {
  const session = await dataOf(client.POST('/dashboard/api/session/link', { body }));
  queryClient.setQueryData(sessionQuery.queryKey, session);
}

type Credential = View<'PasskeySignInBody'>['credential'];

/** @throws {ProblemError} if the server refuses */
export async function signInWithPasskey(credential: Credential): Promise<CurrentSession> {
  const session = await dataOf(client.POST('/dashboard/api/session/passkey', { body: { credential } }));
  queryClient.setQueryData(sessionQuery.queryKey, session);
  return session;
}

export async function signOut(): Promise<void> {
  await dataOf(client.DELETE('/dashboard/api/session'));
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

/** @throws {ProblemError} if the server refuses; with the reason `second_factor_required` if only a code is missing. */
export async function confirmPassword(body: View<'ConfirmPasswordBody'>): Promise<void> {
  const session = await dataOf(client.POST('/dashboard/api/session/confirm', { body }));
  queryClient.setQueryData(sessionQuery.queryKey, session);
}

export function asksForCode(error: unknown): boolean {
  return reasonOf(error) === 'second_factor_required';
}

/** During sign-out, returns the session that the route was loaded with. */
export function useSession(): CurrentSession {
  const { session } = useRouteContext({ from: '/signed-in' });
  return useQuery(sessionQuery).data ?? session;
}
