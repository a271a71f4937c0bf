import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { queryClient } from '../../api/query-client';
import { sessionQuery } from '../../api/session';
import { rootRoute } from './root-routes';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } => (isOwnPath(next) ? { next } : {}),
  beforeLoad: async () => {
    // The page shows its form also when nobody can tell whether somebody is signed in.
    const session = await queryClient.ensureQueryData(sessionQuery).catch(() => null);
    if (session) throw redirect({ to: '/' });
  },
  component: lazyRouteComponent(() => import('../../features/sign-in/components/sign-in-page'), 'SignInPage'),
});

const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  component: lazyRouteComponent(() => import('../../features/sign-in/components/welcome-page'), 'WelcomePage'),
});

/** A path of this page, never an address elsewhere: `//host` and `/\host` would leave it. */
function isOwnPath(next: unknown): next is string {
  return typeof next === 'string' && /^\/[^/\\]/.test(next);
}

export const publicRoutes = [signInRoute, welcomeRoute] as const;
