import { createRoute, redirect } from '@tanstack/react-router';
import { accountQuery, keysQuery, operationsQuery, overviewQuery } from '../../account/account-queries';
import { isStaff } from '../../account/permissions';
import type { AccountScope } from '../../api/client';
import { queryClient } from '../../api/query-client';
import { tableSearch } from '../../components/chart-menu';
import { keySearch, keysSearch } from '../../features/keys/key-search';
import { ledgerSearch } from '../../features/ledger/ledger-search';
import { chosenDays, overviewSearch, periodOf, periodSearch } from '../../features/overview/period';
import { playgroundSearch } from '../../features/playground/history/playground-search';
import { requestsQuery } from '../../features/requests/request-queries';
import { requestsSearch } from '../../features/requests/requests-search';
import { pageCode } from './page-code';
import { signedInRoute } from './root-routes';

const OverviewPage = pageCode(() => import('../../features/overview/overview-view'), 'OverviewPage');
const KeysPage = pageCode(() => import('../../features/keys/keys-view'), 'KeysPage');
const KeyPage = pageCode(() => import('../../features/keys/key-page'), 'KeyPage');
const RequestsPage = pageCode(() => import('../../features/requests/requests-view'), 'RequestsPage');
const RequestDrawer = pageCode(() => import('../../features/requests/request-drawer'), 'RequestDrawer');
const LedgerPage = pageCode(() => import('../../features/ledger/ledger-view'), 'LedgerPage');
const PaymentPage = pageCode(() => import('../../features/payments/payment-page'), 'PaymentPage');
const PlaygroundPage = pageCode(() => import('../../features/playground/playground-page'), 'PlaygroundPage');
const MonitorsPage = pageCode(() => import('../../features/monitors/monitors-page'), 'MonitorsPage');
const MonitorPage = pageCode(() => import('../../features/monitors/monitor-page'), 'MonitorPage');
const AccountPage = pageCode(() => import('../../features/settings/account-page'), 'AccountPage');
const WebhookPage = pageCode(() => import('../../features/webhook/webhook-page'), 'WebhookPage');

const TokensPage = pageCode(() => import('../../features/tokens/tokens-page'), 'TokensPage');

const own: AccountScope = { kind: 'own' };

const ownerRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'owner',
  beforeLoad: ({ context }) => {
    if (isStaff(context.session.user.role)) throw redirect({ to: '/support' });
  },
});
const getParentRoute = () => ownerRoute;

const requestsRoute = createRoute({
  getParentRoute,
  path: '/requests',
  validateSearch: requestsSearch,
  loaderDeps: ({ search }) => requestsSearch({ ...search }),
  loader: ({ deps, preload }) => {
    if (preload) return;
    void queryClient.prefetchInfiniteQuery(requestsQuery(own, deps));
    void queryClient.prefetchQuery(operationsQuery);
  },
  component: RequestsPage,
});

const requestRoute = createRoute({
  getParentRoute: () => requestsRoute,
  path: '/$requestId',
  component: RequestDrawer,
});

// Not inline, because TypeScript would lose the types of the routes.
const pages = [
  createRoute({
    getParentRoute,
    path: '/',
    validateSearch: overviewSearch,
    beforeLoad: ({ search, cause }) => {
      const known = periodSearch({ days: chosenDays.get() });
      const isOpened = cause === 'enter' && search.days === undefined && search.from === undefined;
      if (isOpened && known.days !== undefined) throw redirect({ to: '/', search: { ...search, ...known } });
    },
    loaderDeps: ({ search }) => periodSearch({ ...search }),
    // Runs while the page's code loads; the page itself waits for the data.
    loader: ({ deps, preload }) => {
      if (preload) return;
      void queryClient.prefetchQuery(overviewQuery(own, periodOf(deps)));
      void queryClient.prefetchQuery(overviewQuery(own, { days: 1 }));
      void queryClient.prefetchQuery(accountQuery(own));
      void queryClient.prefetchQuery(operationsQuery);
    },
    component: OverviewPage,
  }),
  createRoute({
    getParentRoute,
    path: '/keys',
    validateSearch: keysSearch,
    loader: ({ preload }) => {
      if (preload) return;
      void queryClient.prefetchInfiniteQuery(keysQuery(own));
      void queryClient.prefetchQuery(operationsQuery);
    },
    component: KeysPage,
  }),
  createRoute({
    getParentRoute,
    path: '/keys/$keyId',
    validateSearch: (search) => ({ ...tableSearch(search), ...keySearch(search) }),
    component: KeyPage,
  }),
  requestsRoute.addChildren([requestRoute]),
  createRoute({ getParentRoute, path: '/ledger', validateSearch: ledgerSearch, component: LedgerPage }),
  createRoute({
    getParentRoute,
    path: '/payments/$paymentId',
    validateSearch: ({ cancelled }: Record<string, unknown>): { cancelled?: true } =>
      cancelled === true ? { cancelled } : {},
    component: PaymentPage,
  }),
  createRoute({
    getParentRoute,
    path: '/playground',
    validateSearch: playgroundSearch,
    loader: ({ preload }) => {
      if (preload) return;
      void queryClient.prefetchQuery(operationsQuery);
      void queryClient.prefetchQuery(accountQuery(own));
    },
    component: PlaygroundPage,
  }),
  createRoute({ getParentRoute, path: '/monitors', component: MonitorsPage }),
  createRoute({ getParentRoute, path: '/monitors/$monitorId', validateSearch: tableSearch, component: MonitorPage }),
  createRoute({
    getParentRoute,
    path: '/settings',
    validateSearch: ({ invite }: Record<string, unknown>): { invite?: true } => (invite === true ? { invite } : {}),
    component: AccountPage,
  }),
  createRoute({ getParentRoute, path: '/webhook', component: WebhookPage }),
  createRoute({ getParentRoute, path: '/tokens', component: TokensPage }),
] as const;

export const ownerRoutes = ownerRoute.addChildren(pages);
