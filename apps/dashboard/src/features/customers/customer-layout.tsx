import { Badge, Box, Button, Checkbox, Group, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountScopeProvider } from '../../account/account-scope';
import type { View } from '../../api/client';
import type { DialogControl } from '../../components/dialog';
import { FormDialog, ReasonDialog } from '../../components/form/form-dialog';
import { LinkDelivery } from '../../components/link-delivery';
import { Notice } from '../../components/notice';
import { BackLink, Page } from '../../components/page';
import { QueryView } from '../../components/query-view';
import { Moment } from '../../components/values';
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

const tabs = [
  { to: '/support/customers/$accountId', label: 'Overview', exact: true },
  { to: '/support/customers/$accountId/keys', label: 'Keys', exact: false },
  { to: '/support/customers/$accountId/requests', label: 'Requests', exact: false },
  { to: '/support/customers/$accountId/ledger', label: 'Ledger', exact: false },
  { to: '/support/customers/$accountId/activity', label: 'Activity', exact: false },
] as const;

export function CustomerLayout() {
  const { accountId } = useParams({ from: '/signed-in/support/customers/$accountId' });
  const customer = useQuery(customerQuery(accountId));
  return (
    <Page
      title={customer.data?.name ?? 'Customer'}
      trail={<BackLink to="/support">Customers</BackLink>}
      lede={customer.data && <CustomerStates customer={customer.data} />}
      actions={customer.data && <CustomerActions customer={customer.data} />}
    >
      <QueryView query={customer} loading="Loading the customer">
        {(view) => (
          <AccountScopeProvider scope={{ kind: 'customer', accountId }}>
            {view.suspension && <SuspensionNotice suspension={view.suspension} />}
            <CustomerFacts customer={view} />
            <CustomerNotes customer={view} />
            <nav aria-label="Customer pages" className={classes.tabs}>
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

function CustomerStates({ customer }: { customer: View<'CustomerDetailView'> }) {
  return (
    <>
      {customer.status !== 'active' && <Badge color="bad">{customer.status}</Badge>}{' '}
      {customer.top_up_request !== null && <Badge color="accent">asks for a top-up</Badge>}
    </>
  );
}

function SuspensionNotice({ suspension }: { suspension: NonNullable<View<'CustomerDetailView'>['suspension']> }) {
  const { reason, by, at } = suspension;
  return (
    <Notice tone="bad" title={reason ? `Suspended: ${reason}` : 'Suspended without a reason'}>
      <p>
        By {by}, <Moment at={at} />.
      </p>
    </Notice>
  );
}

function CustomerActions({ customer }: { customer: View<'CustomerDetailView'> }) {
  const [action, setAction] = useState<'top-up' | StatusChange>();
  const change: StatusChange = customer.status === 'active' ? 'suspend' : 'resume';
  const close = () => setAction(undefined);
  // The API refuses all of it.
  if (customer.status === 'erased') return null;
  return (
    <>
      <Button variant="default" onClick={() => setAction(change)}>
        {changeNames[change]}
      </Button>
      <Button leftSection={<IconPlus size={16} />} onClick={() => setAction('top-up')}>
        Top up
      </Button>
      <TopUpDialog customer={customer} opened={action === 'top-up'} onClose={close} />
      <StatusDialog customer={customer} change="suspend" opened={action === 'suspend'} onClose={close} />
      <StatusDialog customer={customer} change="resume" opened={action === 'resume'} onClose={close} />
    </>
  );
}

const changeNames: Record<StatusChange, string> = { suspend: 'Suspend', resume: 'Resume' };

const consequences: Record<StatusChange, string> = {
  suspend: 'Every key of this account is refused at once, and the error says why. The balance stays.',
  resume: 'The keys of this account will work again.',
};

type StatusDialogProps = DialogControl & { customer: View<'CustomerDetailView'>; change: StatusChange };

function StatusDialog({ customer, change, ...dialog }: StatusDialogProps) {
  const mutation = useChangeStatus(customer.id, change);
  return (
    <ReasonDialog
      {...dialog}
      title={`${changeNames[change]} ${customer.name}?`}
      label={changeNames[change]}
      danger={change === 'suspend'}
      consequence={consequences[change]}
      mutation={mutation}
      done={{
        text: `${customer.name} is ${change === 'suspend' ? 'suspended' : 'active again'}.`,
        undo: () => changeStatus(customer.id, change === 'suspend' ? 'resume' : 'suspend', 'Undone'),
      }}
    />
  );
}

function CustomerFacts({ customer }: { customer: View<'CustomerDetailView'> }) {
  return (
    <Stack component="ul" gap="var(--space-1)" aria-label="Owners">
      {customer.owners.map((owner) => (
        <Group key={owner.id} component="li" gap="var(--space-1) var(--space-4)">
          <Box component="span" className="breakable" miw={0}>
            <strong>{owner.email}</strong> {!owner.has_password && <Badge color="warn">invitation open</Badge>}{' '}
            {owner.second_factor_enabled && <Badge color="good">two-factor</Badge>}{' '}
            <span className="aside">
              {owner.last_seen_at === null ? 'has never signed in' : 'last seen '}
              {owner.last_seen_at !== null && <Moment at={owner.last_seen_at} />}
            </span>
          </Box>
          <PasswordLinkButton owner={owner} />
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
  const [opened, setOpened] = useState(false);
  const label = owner.has_password ? 'Reset link' : 'New invitation';
  const title = `${label} for ${owner.email}`;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        mx="calc(-1 * var(--space-2))"
        aria-label={title}
        onClick={() => setOpened(true)}
      >
        {label}
      </Button>
      <FormDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={title}
        label="Create link"
        initialValues={{ reset_second_factor: false }}
        mutation={issueLink}
        body={(values) => values}
        result={({ delivery, url }, close) => (
          <Stack>
            <LinkDelivery delivery={delivery} url={url} email={owner.email} />
            <Group justify="end">
              <Button variant="default" onClick={close}>
                Done
              </Button>
            </Group>
          </Stack>
        )}
      >
        {(form) => (
          <>
            <p>Make sure the owner is really the one asking: anyone who opens the link takes over the account.</p>
            {owner.second_factor_enabled && (
              <Checkbox
                label="Also turn off two-factor authentication because the phone is lost"
                {...form.getInputProps('reset_second_factor', { type: 'checkbox' })}
              />
            )}
          </>
        )}
      </FormDialog>
    </>
  );
}
