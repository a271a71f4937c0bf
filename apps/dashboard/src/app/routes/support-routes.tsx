import { createRoute, redirect } from '@tanstack/react-router';
import { isStaff } from '../../account/permissions';
import { tableSearch } from '../../components/chart-menu';
import { customerSearch } from '../../features/customers/customer-search';
import { ledgerSearch } from '../../features/ledger/ledger-search';
import { auditSearch, rateRequestsSearch } from '../../features/oversight/oversight-search';
import { overviewSearch } from '../../features/overview/period';
import { requestsSearch } from '../../features/requests/requests-search';
import { pageCode } from './page-code';
import { signedInRoute } from './root-routes';

const CustomersPage = pageCode(() => import('../../features/customers/customers-page'), 'CustomersPage');
const CustomerLayout = pageCode(() => import('../../features/customers/customer-layout'), 'CustomerLayout');
const OverviewView = pageCode(() => import('../../features/overview/overview-view'), 'OverviewView');
const KeysView = pageCode(() => import('../../features/keys/keys-view'), 'KeysView');
const KeyUse = pageCode(() => import('../../features/keys/key-page'), 'KeyUse');
const RequestsView = pageCode(() => import('../../features/requests/requests-view'), 'RequestsView');
const RequestDrawer = pageCode(() => import('../../features/requests/request-drawer'), 'RequestDrawer');
const LedgerView = pageCode(() => import('../../features/ledger/ledger-view'), 'LedgerView');
const MonitorsView = pageCode(() => import('../../features/monitors/monitors-page'), 'MonitorsView');
const MonitorView = pageCode(() => import('../../features/monitors/monitor-page'), 'MonitorView');
const ActivityView = pageCode(() => import('../../features/oversight/audit-page'), 'ActivityView');
const RateRequestsPage = pageCode(() => import('../../features/oversight/rate-requests-page'), 'RateRequestsPage');
const PendingTopUpsPage = pageCode(() => import('../../features/oversight/pending-top-ups-page'), 'PendingTopUpsPage');
const AuditPage = pageCode(() => import('../../features/oversight/audit-page'), 'AuditPage');
const StaffPage = pageCode(() => import('../../features/oversight/staff-page'), 'StaffPage');
const HealthPage = pageCode(() => import('../../features/oversight/health-page'), 'HealthPage');

const supportRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/support',
  beforeLoad: ({ context }) => {
    if (!isStaff(context.session.user.role)) throw redirect({ to: '/' });
  },
});
const getParentRoute = () => supportRoute;

const customerRoute = createRoute({
  getParentRoute,
  path: '/customers/$accountId',
  validateSearch: ({ topUp }: Record<string, unknown>): { topUp?: true } => (topUp === true ? { topUp } : {}),
  component: CustomerLayout,
});
const ofCustomer = { getParentRoute: () => customerRoute };

const customerRequestsRoute = createRoute({
  ...ofCustomer,
  path: '/requests',
  validateSearch: requestsSearch,
  component: RequestsView,
});

const customerRequestRoute = createRoute({
  getParentRoute: () => customerRequestsRoute,
  path: '/$requestId',
  component: RequestDrawer,
});

// Not inline, because TypeScript would lose the types of the routes.
const customerPages = [
  createRoute({ ...ofCustomer, path: '/', validateSearch: overviewSearch, component: OverviewView }),
  createRoute({ ...ofCustomer, path: '/keys', component: KeysView }),
  createRoute({ ...ofCustomer, path: '/keys/$keyId', validateSearch: tableSearch, component: KeyUse }),
  customerRequestsRoute.addChildren([customerRequestRoute]),
  createRoute({ ...ofCustomer, path: '/ledger', validateSearch: ledgerSearch, component: LedgerView }),
  createRoute({ ...ofCustomer, path: '/monitors', component: MonitorsView }),
  createRoute({
    ...ofCustomer,
    path: '/monitors/$monitorId',
    validateSearch: tableSearch,
    component: MonitorView,
  }),
  createRoute({ ...ofCustomer, path: '/activity', component: ActivityView }),
] as const;

const pages = [
  createRoute({ getParentRoute, path: '/', validateSearch: customerSearch, component: CustomersPage }),
  customerRoute.addChildren(customerPages),
  createRoute({
    getParentRoute,
    path: '/rate-requests',
    validateSearch: rateRequestsSearch,
    component: RateRequestsPage,
  }),
  createRoute({ getParentRoute, path: '/pending-top-ups', component: PendingTopUpsPage }),
  createRoute({ getParentRoute, path: '/audit', validateSearch: auditSearch, component: AuditPage }),
  createRoute({ getParentRoute, path: '/staff', component: StaffPage }),
  createRoute({ getParentRoute, path: '/health', component: HealthPage }),
] as const;

export const supportRoutes = supportRoute.addChildren(pages);
