import { createRoute, Outlet, redirect } from '@tanstack/react-router';
import { accountQuery, keysQuery, operationsQuery, overviewQuery } from '../../account/account-queries';
import type { AccountScope } from '../../api/client';
import { queryClient } from '../../api/query-client';
import { tableSearch } from '../../components/table-switch';
import { keySearch } from '../../features/keys/key-search';
import { ledgerSearch } from '../../features/ledger/ledger-search';
import { overviewSearch, periodOf, periodSearch } from '../../features/overview/period';
import { playgroundSearch } from '../../features/playground/trail/playground-search';
import { requestsQuery } from '../../features/requests/request-queries';
import { requestsSearch } from '../../features/requests/requests-search';
import { pageCode } from './page-code';
import { signedInRoute } from './root-routes';

const own: AccountScope = { kind: 'own' };

const ownerRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'owner',
  component: Outlet,
  beforeLoad: ({ context }) => {
    if (context.session.user.role === 'support') throw redirect({ to: '/support' });
  },
});

const overviewRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: '/',
  validateSearch: overviewSearch,
  loaderDeps: ({ search }) => periodSearch({ ...search }),
  // Fetched while the page's code loads; the page itself waits for the data.
  loader: ({ deps, preload }) => {
    if (preload) return;
    void queryClient.prefetchQuery(overviewQuery(own, periodOf(deps)));
    void queryClient.prefetchQuery(accountQuery(own));
  },
  component: pageCode(() => import('../../features/overview/overview-view'), 'OverviewPage'),
});

const keysRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: '/keys',
  validateSearch: keysSearch,
  loader: ({ preload }) => {
    if (!preload) void queryClient.prefetchQuery(keysQuery(own));
  },
  component: pageCode(() => import('../../features/keys/keys-view'), 'KeysPage'),
});

const keyRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: '/keys/$keyId',
  validateSearch: (search) => ({ ...tableSearch(search), ...keySearch(search) }),
  component: pageCode(() => import('../../features/keys/key-page'), 'KeyPage'),
});

const requestsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: '/requests',
  validateSearch: requestsSearch,
  loaderDeps: ({ search }) => requestsSearch({ ...search }),
  loader: ({ deps, preload }) => {
    if (preload) return;
    void queryClient.prefetchInfiniteQuery(requestsQuery(own, deps));
    void queryClient.prefetchQuery(operationsQuery);
  },
  component: pageCode(() => import('../../features/requests/requests-view'), 'RequestsPage'),
});

const requestRoute = createRoute({
  getParentRoute: () => requestsRoute,
  path: '/$requestId',
  component: pageCode(() => import('../../features/requests/request-drawer'), 'RequestDrawer'),
});

const ledgerRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: '/ledger',
  validateSearch: ledgerSearch,
  component: pageCode(() => import('../../features/ledger/ledger-view'), 'LedgerPage'),
});

const playgroundRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: '/playground',
  validateSearch: playgroundSearch,
  loader: ({ preload }) => {
    if (preload) return;
    void queryClient.prefetchQuery(operationsQuery);
    void queryClient.prefetchQuery(accountQuery(own));
  },
  component: pageCode(() => import('../../features/playground/playground-page'), 'PlaygroundPage'),
});

const webhookRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: '/webhook',
  component: pageCode(() => import('../../features/webhook/webhook-page'), 'WebhookPage'),
});

export const ownerRoutes = ownerRoute.addChildren([
  overviewRoute,
  keysRoute,
  keyRoute,
  requestsRoute.addChildren([requestRoute]),
  ledgerRoute,
  playgroundRoute,
  webhookRoute,
]);

/** @property name suggested for the key that is to be created */
function keysSearch({ create, name }: Record<string, unknown>): { create?: boolean; name?: string } {
  return create === true ? { create, ...(typeof name === 'string' && { name }) } : {};
}
