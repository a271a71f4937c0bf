import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type CurrentSession, sessionQuery } from '../api/session';

/** The session of whoever is signed in; the route's own where the newest is not known, while signing out. */
export function useSession(): CurrentSession {
  const { session } = useRouteContext({ from: '/signed-in' });
  return useQuery(sessionQuery).data ?? session;
}
