import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { AccountScopeProvider } from '../../../account/account-scope';
import { Badge } from '../../../components/badge';
import { Icon } from '../../../components/icon';
import { Page } from '../../../components/page';
import { QueryView } from '../../../components/query-view';
import { customerQuery } from '../customer-calls';
import { CustomerActions } from './customer-actions';
import { CustomerFacts } from './customer-facts';
import classes from './customer-layout.module.css';

const tabs = [
  { to: '/support/customers/$accountId', label: 'Overview', exact: true },
  { to: '/support/customers/$accountId/keys', label: 'Keys', exact: false },
  { to: '/support/customers/$accountId/requests', label: 'Requests', exact: false },
  { to: '/support/customers/$accountId/ledger', label: 'Ledger', exact: false },
] as const;

/** A customer as the owner sees the account, with what support may do about it on top. */
export function CustomerLayout() {
  const { accountId } = useParams({ from: '/signed-in/support/customers/$accountId' });
  const customer = useQuery(customerQuery(accountId));
  return (
    <Page
      title={customer.data?.name ?? 'Customer'}
      trail={
        <Link to="/support" className={classes.back}>
          <Icon name="back" size={14} /> Customers
        </Link>
      }
      lede={customer.data?.status === 'suspended' ? <Badge tone="bad">suspended</Badge> : undefined}
      actions={customer.data && <CustomerActions customer={customer.data} />}
    >
      <QueryView query={customer} loading="Loading the customer">
        {(view) => (
          <AccountScopeProvider scope={{ kind: 'customer', accountId }}>
            <CustomerFacts customer={view} />
            <nav aria-label="Pages of the customer" className={classes.tabs}>
              {tabs.map(({ to, label, exact }) => (
                <Link
                  key={to}
                  to={to}
                  params={{ accountId }}
                  className={classes.tab}
                  activeOptions={{ exact, includeSearch: false }}
                >
                  {label}
                </Link>
              ))}
            </nav>
            <Outlet />
          </AccountScopeProvider>
        )}
      </QueryView>
    </Page>
  );
}
