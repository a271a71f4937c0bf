import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { queryClient } from '../../api/query-client';
import { type CurrentSession, sessionQuery } from '../../api/session';
import { Shell } from '../shell/shell';

export const rootRoute = createRootRoute({ component: Outlet });

/** Everything behind the sign-in. Whoever must set up a second factor first can go nowhere else. */
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
  component: lazyRouteComponent(() => import('../../features/settings/components/settings-page'), 'SettingsPage'),
});
