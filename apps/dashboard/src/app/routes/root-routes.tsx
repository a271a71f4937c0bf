import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { queryClient } from '../../api/query-client';
import { type CurrentSession, sessionQuery } from '../../api/session';
import { NotFoundPage } from '../../components/page';
import { Shell } from '../shell/shell';
import { pageCode } from './page-code';

export const rootRoute = createRootRoute({ component: Outlet });

/** Every page behind the sign-in. A user who must set up a second factor sees only the settings. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ location }): Promise<{ session: CurrentSession }> => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (session === null) throw redirect({ to: '/sign-in', search: nextOf(location.href) });
    const mustEnrol = session.second_factor.required && !session.second_factor.enabled;
    if (mustEnrol && location.pathname !== '/settings') throw redirect({ to: '/settings' });
    return { session };
  },
});

function nextOf(href: string): { next?: string } {
  return href === '/' || href === '' ? {} : { next: href };
}

export const settingsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings',
  component: pageCode(() => import('../../features/settings/settings-page'), 'SettingsPage'),
});

export const unknownRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '$',
  component: NotFoundPage,
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } => (isOwnPath(next) ? { next } : {}),
  beforeLoad: async () => {
    // The page shows its form even if the session cannot be checked.
    const session = await queryClient.ensureQueryData(sessionQuery).catch(() => null);
    if (session) throw redirect({ to: '/' });
  },
  component: pageCode(() => import('../../features/sign-in/sign-in-page'), 'SignInPage'),
});

const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  component: pageCode(() => import('../../features/sign-in/welcome-page'), 'WelcomePage'),
});

/** A path of this page, never an address elsewhere: `//host` and `/\host` would leave it. */
function isOwnPath(next: unknown): next is string {
  return typeof next === 'string' && /^\/[^/\\]/.test(next);
}

export const publicRoutes = [signInRoute, welcomeRoute] as const;
