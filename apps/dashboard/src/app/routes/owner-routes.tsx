import { createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { keysSearch } from '../../features/keys/keys-search';
import { ledgerSearch } from '../../features/ledger/ledger-search';
import { periodSearch } from '../../features/overview/period';
import { playgroundSearch } from '../../features/playground/playground-search';
import { requestsSearch } from '../../features/requests/requests-search';
import { signedInRoute } from './root-routes';

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
  component: lazyRouteComponent(() => import('../../features/overview/components/overview-page'), 'OverviewPage'),
});

const keysRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: '/keys',
  validateSearch: keysSearch,
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
