import { createRoute, Outlet, redirect } from '@tanstack/react-router';
import { tableSearch } from '../../components/table-switch';
import { customerSearch } from '../../features/customers/customer-search';
import { ledgerSearch } from '../../features/ledger/ledger-search';
import { auditSearch } from '../../features/oversight/audit-search';
import { rateRequestsSearch } from '../../features/oversight/rate-requests-search';
import { overviewSearch } from '../../features/overview/period';
import { requestsSearch } from '../../features/requests/requests-search';
import { pageCode } from './page-code';
import { signedInRoute } from './root-routes';

const supportRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/support',
  component: Outlet,
  beforeLoad: ({ context }) => {
    if (context.session.user.role !== 'support') throw redirect({ to: '/' });
  },
});

const customersRoute = createRoute({
  getParentRoute: () => supportRoute,
  path: '/',
  validateSearch: customerSearch,
  component: pageCode(() => import('../../features/customers/customers-page'), 'CustomersPage'),
});

const customerRoute = createRoute({
  getParentRoute: () => supportRoute,
  path: '/customers/$accountId',
  component: pageCode(() => import('../../features/customers/customer-layout'), 'CustomerLayout'),
});

const customerOverviewRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/',
  validateSearch: overviewSearch,
  component: pageCode(() => import('../../features/overview/overview-view'), 'OverviewView'),
});

const customerKeysRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/keys',
  component: pageCode(() => import('../../features/keys/keys-view'), 'KeysView'),
});

const customerKeyRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/keys/$keyId',
  validateSearch: tableSearch,
  component: pageCode(() => import('../../features/keys/key-page'), 'KeyUse'),
});

const customerRequestsRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/requests',
  validateSearch: requestsSearch,
  component: pageCode(() => import('../../features/requests/requests-view'), 'RequestsView'),
});

const customerRequestRoute = createRoute({
  getParentRoute: () => customerRequestsRoute,
  path: '/$requestId',
  component: pageCode(() => import('../../features/requests/request-drawer'), 'RequestDrawer'),
});

const customerLedgerRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/ledger',
  validateSearch: ledgerSearch,
  component: pageCode(() => import('../../features/ledger/ledger-view'), 'LedgerView'),
});

const customerActivityRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/activity',
  component: pageCode(() => import('../../features/oversight/activity-view'), 'ActivityView'),
});

const rateRequestsRoute = createRoute({
  getParentRoute: () => supportRoute,
  path: '/rate-requests',
  validateSearch: rateRequestsSearch,
  component: pageCode(() => import('../../features/oversight/rate-requests-page'), 'RateRequestsPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => supportRoute,
  path: '/audit',
  validateSearch: auditSearch,
  component: pageCode(() => import('../../features/oversight/audit-page'), 'AuditPage'),
});

const staffRoute = createRoute({
  getParentRoute: () => supportRoute,
  path: '/staff',
  component: pageCode(() => import('../../features/oversight/staff-page'), 'StaffPage'),
});

const healthRoute = createRoute({
  getParentRoute: () => supportRoute,
  path: '/health',
  component: pageCode(() => import('../../features/oversight/health-page'), 'HealthPage'),
});

export const supportRoutes = supportRoute.addChildren([
  customersRoute,
  customerRoute.addChildren([
    customerOverviewRoute,
    customerKeysRoute,
    customerKeyRoute,
    customerRequestsRoute.addChildren([customerRequestRoute]),
    customerLedgerRoute,
    customerActivityRoute,
  ]),
  rateRequestsRoute,
  auditRoute,
  staffRoute,
  healthRoute,
]);
