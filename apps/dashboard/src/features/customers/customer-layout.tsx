import { PlusIcon } from '@heroicons/react/24/outline';
import { Badge, Box, Button, Checkbox, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AccountScopeProvider } from '../../account/account-scope';
import { usePermissions } from '../../account/permissions';
import type { View } from '../../api/client';
import { AlertBox } from '../../components/alert-box';
import { type DialogControl, FormDialog, ReasonDialog } from '../../components/dialog';
import { LinkDelivery, linkSent } from '../../components/link-delivery';
import { BackLink, Page } from '../../components/page';
import { QueryView } from '../../components/query-view';
import { Moment } from '../../components/values';
import { describeUsd, microsOf } from '../../format/usd';
import { CustomerNotes } from './customer-notes';
import {
  changeStatus,
  customerQuery,
  type StatusChange,
  useChangeStatus,
  useIssuePasswordLink,
} from './customer-queries';
import classes from './customers.module.css';
import { TopUpDialog } from './top-up-dialog';

type Customer = View<'CustomerDetailView'>;

const tabs = [
  { to: '/support/customers/$accountId', label: 'Overview', exact: true },
  { to: '/support/customers/$accountId/keys', label: 'Keys', exact: false },
  { to: '/support/customers/$accountId/requests', label: 'Requests', exact: false },
  { to: '/support/customers/$accountId/ledger', label: 'Ledger', exact: false },
  { to: '/support/customers/$accountId/monitors', label: 'Monitors', exact: false },
  { to: '/support/customers/$accountId/activity', label: 'Activity', exact: false },
] as const;

export function CustomerLayout() {
  const { accountId } = useParams({ from: '/signed-in/support/customers/$accountId' });
  const customer = useQuery(customerQuery(accountId));
  return (
    <Page
      title={customer.data?.name ?? 'Customer'}
      breadcrumb={<BackLink to="/support">Customers</BackLink>}
      lede={customer.data && <CustomerStates customer={customer.data} />}
      actions={customer.data && <CustomerActions customer={customer.data} />}
    >
      <QueryView query={customer} loading="Loading the customer">
        {(view) => (
          <AccountScopeProvider scope={{ kind: 'customer', accountId }}>
            {view.suspension && (
              <AlertBox
                tone="bad"
                title={view.suspension.reason ? `Suspended: ${view.suspension.reason}` : 'Suspended without a reason'}
              >
                By {view.suspension.by}, <Moment at={view.suspension.at} />.
              </AlertBox>
            )}
            {microsOf(view.debt_usd) > 0n && (
              <AlertBox tone="bad" title={`Owes ${describeUsd(view.debt_usd)}`}>
                A card payment was refunded or disputed after it was spent. The ledger has the payment.
              </AlertBox>
            )}
            <CustomerFacts customer={view} />
            <CustomerNotes customer={view} />
            <nav aria-label="Customer pages" className={classes.tabs}>
              {tabs.map(({ label, exact, ...link }) => (
                <Link
                  key={label}
                  {...link}
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

function CustomerStates({ customer: { status, top_up_request: topUpRequest } }: { customer: Customer }) {
  return (
    <>
      {status !== 'active' && <Badge color="bad">{status}</Badge>}{' '}
      {topUpRequest !== null && <Badge color="accent">asks for a top-up</Badge>}
    </>
  );
}

function CustomerActions({ customer }: { customer: Customer }) {
  const { assist } = usePermissions();
  const { topUp } = useSearch({ from: '/signed-in/support/customers/$accountId' });
  const [action, setAction] = useState<'top-up' | StatusChange | undefined>(topUp && 'top-up');
  const navigate = useNavigate();
  // A reload must not open the dialog again.
  useEffect(() => {
    if (topUp) void navigate({ to: '.', search: {}, replace: true });
  }, [topUp, navigate]);
  const change: StatusChange = customer.status === 'active' ? 'suspend' : 'resume';
  const control = (name: typeof action) => ({ customer, opened: action === name, onClose: () => setAction(undefined) });
  if (customer.status === 'erased' || !assist) return null;
  return (
    <>
      <Button size="sm" onClick={() => setAction(change)}>
        {statusChanges[change].name}
      </Button>
      <Button size="sm" variant="filled" leftSection={<PlusIcon width={16} />} onClick={() => setAction('top-up')}>
        Top up
      </Button>
      <TopUpDialog {...control('top-up')} />
      <StatusDialog {...control('suspend')} change="suspend" />
      <StatusDialog {...control('resume')} change="resume" />
    </>
  );
}

const statusChanges = {
  suspend: {
    name: 'Suspend',
    consequence: 'Every key of this account is refused at once, and the error says why. The balance stays.',
    done: 'suspended',
    opposite: 'resume',
  },
  resume: {
    name: 'Resume',
    consequence: 'The keys of this account will work again.',
    done: 'active again',
    opposite: 'suspend',
  },
} as const;

function StatusDialog({ customer, change, ...dialog }: DialogControl & { customer: Customer; change: StatusChange }) {
  const mutation = useChangeStatus(customer.id, change);
  const { name, consequence, done, opposite } = statusChanges[change];
  return (
    <ReasonDialog
      {...dialog}
      title={`${name} ${customer.name}?`}
      label={name}
      danger={change === 'suspend'}
      consequence={consequence}
      mutation={mutation}
      done={{ text: `${customer.name} is ${done}.`, undo: () => changeStatus(customer.id, opposite, 'Undone') }}
    />
  );
}

function CustomerFacts({ customer }: { customer: Customer }) {
  const { assist } = usePermissions();
  return (
    <Stack component="ul" gap="var(--space-1)" aria-label="Owners">
      {customer.owners.map((owner) => (
        <Group key={owner.id} component="li" gap="var(--space-1) var(--space-4)">
          <Box component="span" className="breakable" miw={0}>
            <strong>{owner.email}</strong> {!owner.has_joined && <Badge color="warn">invitation open</Badge>}{' '}
            {owner.second_factor_enabled && <Badge color="good">two-factor</Badge>}{' '}
            <span className="aside">
              {owner.last_seen_at === null ? 'has never signed in' : 'last seen '}
              {owner.last_seen_at !== null && <Moment at={owner.last_seen_at} />}
            </span>
          </Box>
          {assist && <PasswordLinkButton owner={owner} />}
        </Group>
      ))}
      <li className="aside">
        Account {customer.id}, created <Moment at={customer.created_at} as="minute" />
      </li>
    </Stack>
  );
}

function PasswordLinkButton({ owner }: { owner: View<'MemberView'> }) {
  const issueLink = useIssuePasswordLink(owner.id);
  const [opened, dialog] = useDisclosure();
  const label = owner.has_joined ? 'Reset link' : 'New invitation';
  const title = `${label} for ${owner.email}`;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        mx="calc(-1 * var(--space-2))"
        aria-label={title}
        onClick={dialog.open}
      >
        {label}
      </Button>
      <FormDialog
        opened={opened}
        onClose={dialog.close}
        title={title}
        label="Create link"
        initialValues={{ reset_second_factor: false }}
        mutation={issueLink}
        locked={({ url }) => url !== undefined}
        result={({ delivery, url }, close) =>
          delivery !== 'emailed' && <LinkDelivery url={url} email={owner.email} onDone={close} />
        }
        done={() => linkSent(owner.email)}
      >
        {(form) => (
          <>
            <p>Make sure that the owner requested this link: anyone who opens it takes over the account.</p>
            {owner.second_factor_enabled && (
              <Checkbox
                label="Also turn off two-factor authentication and remove the passkeys, because the phone is lost"
                {...form.getInputProps('reset_second_factor', { type: 'checkbox' })}
              />
            )}
          </>
        )}
      </FormDialog>
    </>
  );
}
