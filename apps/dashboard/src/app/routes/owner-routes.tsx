import { createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { accountQuery } from '../../account/account-query';
import type { AccountScope } from '../../account/account-scope';
import { keysQuery } from '../../account/keys-query';
import { queryClient } from '../../api/query-client';
import { keysSearch } from '../../features/keys/keys-search';
import { ledgerSearch } from '../../features/ledger/ledger-search';
import { overviewQuery } from '../../features/overview/overview-queries';
import { periodOf, periodSearch } from '../../features/overview/period';
import { playgroundSearch } from '../../features/playground/playground-search';
import { requestsSearch } from '../../features/requests/requests-search';
import { signedInRoute } from './root-routes';

const own: AccountScope = { kind: 'own' };

const ownerRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'owner',
  component: Outlet,
  beforeLoad: ({ context }) => {
    if (context.session.user.role !== 'owner') throw redirect({ to: '/support' });
  },
});

const overviewRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: '/',
  validateSearch: periodSearch,
  loaderDeps: ({ search }) => search,
  // Asked for while the page's code is loaded; the page itself waits for the answers.
  loader: ({ deps, preload }) => {
    if (preload) return;
    void queryClient.prefetchQuery(overviewQuery(own, periodOf(deps)));
    void queryClient.prefetchQuery(accountQuery(own));
  },
  component: lazyRouteComponent(() => import('../../features/overview/components/overview-page'), 'OverviewPage'),
});

const keysRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: '/keys',
  validateSearch: keysSearch,
  loader: ({ preload }) => {
    if (!preload) void queryClient.prefetchQuery(keysQuery(own));
  },
  component: lazyRouteComponent(() => import('../../features/keys/components/keys-page'), 'KeysPage'),
});

const requestsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: '/requests',
  validateSearch: requestsSearch,
  component: lazyRouteComponent(() => import('../../features/requests/components/requests-page'), 'RequestsPage'),
});

const requestRoute = createRoute({
  getParentRoute: () => requestsRoute,
  path: '/$requestId',
  component: lazyRouteComponent(() => import('../../features/requests/components/request-drawer'), 'RequestDrawer'),
});

const ledgerRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: '/ledger',
  validateSearch: ledgerSearch,
  component: lazyRouteComponent(() => import('../../features/ledger/components/ledger-page'), 'LedgerPage'),
});

const playgroundRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: '/playground',
  validateSearch: playgroundSearch,
  component: lazyRouteComponent(() => import('../../features/playground/components/playground-page'), 'PlaygroundPage'),
});

export const ownerRoutes = ownerRoute.addChildren([
  overviewRoute,
  keysRoute,
  requestsRoute.addChildren([requestRoute]),
  ledgerRoute,
  playgroundRoute,
]);
