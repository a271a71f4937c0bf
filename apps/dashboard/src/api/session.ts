import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { client, dataOf, type View } from './client';
import { ProblemError } from './problem-error';
import { queryClient } from './query-client';

export type CurrentSession = View<'CurrentSessionView'>;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  queryFn: async (): Promise<CurrentSession | null> => {
    const { session } = await dataOf(client.GET('/dashboard/api/session/visitor'));
    return session;
  },
});

/** @throws {ProblemError} reason `second_factor_required` when a code is missing. */
export async function signIn(body: View<'SignInBody'>): Promise<CurrentSession> {
  const session = await dataOf(client.POST('/dashboard/api/session', { body }));
  queryClient.setQueryData(sessionQuery.queryKey, session);
  return session;
}

/** Ends the session at the server and forgets everything that was loaded with it. */
export async function signOut(): Promise<void> {
  await dataOf(client.DELETE('/dashboard/api/session'));
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

/** @throws {ProblemError} reason `second_factor_required` when a code is missing. */
export async function confirmPassword(body: View<'ConfirmPasswordBody'>): Promise<void> {
  const session = await dataOf(client.POST('/dashboard/api/session/confirm', { body }));
  queryClient.setQueryData(sessionQuery.queryKey, session);
}

/** Whether only the code of the second factor is missing, or was wrong. */
export function asksForCode(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.reason === 'second_factor_required';
}

/** The current session; while signing out, the one that the route was loaded with. */
export function useSession(): CurrentSession {
  const { session } = useRouteContext({ from: '/signed-in' });
  return useQuery(sessionQuery).data ?? session;
}
