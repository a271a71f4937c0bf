import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { queryClient } from '../../api/query-client';
import { type CurrentSession, sessionQuery } from '../../api/session';
import { NotFoundPage } from '../../components/page';
import { Shell } from '../shell/shell';
import { pageCode } from './page-code';

const YouPage = pageCode(() => import('../../features/settings/you-page'), 'YouPage');
const SignInPage = pageCode(() => import('../../features/sign-in/sign-in-page'), 'SignInPage');
const WelcomePage = pageCode(() => import('../../features/sign-in/welcome-page'), 'WelcomePage');

export const rootRoute = createRootRoute();
const getParentRoute = () => rootRoute;

/** A user who must set up a second factor sees only their own page. */
export const signedInRoute = createRoute({
  getParentRoute,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ location: { href, pathname } }): Promise<{ session: CurrentSession }> => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (session === null) throw redirect({ to: '/sign-in', search: isOwnPath(href) ? { next: href } : {} });
    const mustEnrol = session.second_factor.required && !session.second_factor.enabled;
    if (mustEnrol && pathname !== '/you') throw redirect({ to: '/you' });
    return { session };
  },
});

export const anyoneRoutes = [
  createRoute({ getParentRoute: () => signedInRoute, path: '/you', component: YouPage }),
  createRoute({ getParentRoute: () => signedInRoute, path: '$', component: NotFoundPage }),
] as const;

export const publicRoutes = [
  createRoute({
    getParentRoute,
    path: '/sign-in',
    validateSearch: ({ next }: Record<string, unknown>): { next?: string } => (isOwnPath(next) ? { next } : {}),
    beforeLoad: async () => {
      // Shows the form even when the session cannot be checked.
      const session = await queryClient.ensureQueryData(sessionQuery).catch(() => null);
      if (session) throw redirect({ to: '/' });
    },
    component: SignInPage,
  }),
  createRoute({ getParentRoute, path: '/welcome', component: WelcomePage }),
] as const;

/** Rejects `//host` and `/\host`, which would leave this origin. */
function isOwnPath(next: unknown): next is string {
  return typeof next === 'string' && /^\/[^/\\]/.test(next);
}
