import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { queryClient } from '../../api/query-client';
import { type CurrentSession, sessionQuery } from '../../api/session';
import { NotFoundPage } from '../../components/page';
import { Shell } from '../shell/shell';
import { pageCode } from './page-code';

const YouPage = pageCode(() => import('../../features/settings/you-page'), 'YouPage');
const SignInPage = pageCode(() => import('../../features/sign-in/sign-in-page'), 'SignInPage');
const ConfirmedPage = pageCode(() => import('../../features/sign-in/confirmed-page'), 'ConfirmedPage');
const WelcomePage = pageCode(() => import('../../features/sign-in/welcome-page'), 'WelcomePage');

export const rootRoute = createRootRoute();
const getParentRoute = () => rootRoute;

/** The logo of index.html stays until the session is known: no bars of a page come and go before it. */
const quiet = { pendingMs: Number.POSITIVE_INFINITY };

/** A user who must set up a second factor sees only their own page. */
export const signedInRoute = createRoute({
  ...quiet,
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
    ...quiet,
    getParentRoute,
    path: '/sign-in',
    validateSearch: ({ next, ...search }: Record<string, unknown>): SignInSearch => ({
      ...(isOwnPath(next) && { next }),
      ...textsOf(search, ['failed', 'request', 'step']),
    }),
    beforeLoad: async ({ search: { failed, step } }) => {
      // What the provider has ended in concerns signed-in people as well.
      if (failed !== undefined || step !== undefined) return;
      // Shows the form even when the session cannot be checked.
      const session = await queryClient.ensureQueryData(sessionQuery).catch(() => null);
      if (session) throw redirect({ to: '/' });
    },
    component: SignInPage,
  }),
  createRoute({ getParentRoute, path: '/welcome', component: WelcomePage }),
  createRoute({ getParentRoute, path: '/confirmed', component: ConfirmedPage }),
] as const;

/** The provider's outcome is in the address: `failed` is a code, of which the page knows the sentence. */
interface SignInSearch {
  next?: string;
  failed?: string;
  request?: string;
  step?: string;
}

function textsOf<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): { [N in Name]?: string } {
  return Object.fromEntries(
    names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
  ) as {
    [N in Name]?: string;
  };
}

/** Rejects `//host` and `/\host`, which would leave this origin. */
function isOwnPath(next: unknown): next is string {
  return typeof next === 'string' && /^\/[^/\\]/.test(next);
}
