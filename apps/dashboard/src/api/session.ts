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

const keep = async (answer: Promise<CurrentSession>): Promise<void> => {
  queryClient.setQueryData(sessionQuery.queryKey, await answer);
};

/** @throws {ProblemError} if the server refuses; with the reason `second_factor_required` if only a code is missing. */
export const signIn = (body: View<'SignInBody'>) => keep(dataOf(client.POST('/dashboard/api/session', { body })));

/** @throws {ProblemError} as {@link signIn}. */
export const signInByLink = (body: View<'SignInLinkBody'>) =>
  keep(dataOf(client.POST('/dashboard/api/session/link', { body })));

/** @throws {ProblemError} if the server refuses */
export const signInWithPasskey = (credential: View<'PasskeySignInBody'>['credential']) =>
  keep(dataOf(client.POST('/dashboard/api/session/passkey', { body: { credential } })));

/** @throws {ProblemError} as {@link signIn}. */
export const confirmProof = (body: View<'ConfirmPasswordBody'>) =>
  keep(dataOf(client.POST('/dashboard/api/session/confirm', { body })));

export async function signOut(): Promise<void> {
  await dataOf(client.DELETE('/dashboard/api/session'));
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

export function asksForCode(error: unknown): boolean {
  return reasonOf(error) === 'second_factor_required';
}

/** During sign-out, returns the session that the route was loaded with. */
export function useSession(): CurrentSession {
  const { session } = useRouteContext({ from: '/signed-in' });
  return useQuery(sessionQuery).data ?? session;
}

/** Where a browser begins a visit to the provider. @param search what the server's route takes */
export const providerAddress = (search: Record<string, string>) =>
  `/dashboard/api/session/oidc?${new URLSearchParams(search)}`;
