import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { client, dataOf } from './client';
import { ProblemError } from './problem-error';
import { queryClient } from './query-client';
import type { View } from './views';

export type CurrentSession = View<'CurrentSessionView'>;

/** Who is signed in; null when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  queryFn: async (): Promise<CurrentSession | null> => {
    try {
      return await dataOf(client.GET('/dashboard/api/session'));
    } catch (error) {
      if (error instanceof ProblemError && error.problem.status === 401) return null;
      throw error;
    }
  },
});

/** Signs in and remembers who it is. @throws {ProblemError} reason `second_factor_required` when a code is missing. */
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

/** Proves once more that the person at the keyboard knows the password. */
export async function confirmPassword(password: string): Promise<void> {
  const session = await dataOf(client.POST('/dashboard/api/session/confirm', { body: { password } }));
  queryClient.setQueryData(sessionQuery.queryKey, session);
}

/** The session of whoever is signed in; the route's own where the newest is not known, while signing out. */
export function useSession(): CurrentSession {
  const { session } = useRouteContext({ from: '/signed-in' });
  return useQuery(sessionQuery).data ?? session;
}
