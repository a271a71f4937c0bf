import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { requestLink } from '../../account/account-scope';
import type { View } from '../../api/views';
import { Icon } from '../../components/icon';
import { Page } from '../../components/page';
import { EmptyState, Panel } from '../../components/panel';
import { PagedList } from '../../components/query-view';
import { Segments } from '../../components/segments';
import { Table } from '../../components/table';
import cells from '../../components/table.module.css';
import { Badge, Moment } from '../../components/values';
import { roundUsd } from '../../format/usd';
import { CreateCustomerDialog } from './create-customer-dialog';
import { customersQuery } from './customer-queries';
import { withoutSecrets } from './customer-search';

const typingPauseMs = 250;

export function CustomersPage() {
  const navigate = useNavigate();
  const { q = '', create = false } = useSearch({ from: '/signed-in/support/' });
  const [text, setText] = useState(q);
  const search = useDebouncedCallback(
    (wanted: string) => void navigate({ to: '/support', search: wanted ? { q: wanted } : {}, replace: true }),
    typingPauseMs,
  );
  const show = (opened: boolean) =>
    void navigate({ to: '/support', search: { ...(q && { q }), ...(opened && { create: true }) }, replace: !opened });
  return (
    <Page
      title="Customers"
      actions={
        <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => show(true)}>
          New customer
        </Button>
      }
    >
      <search>
        <TextInput
          maw="40rem"
          size="md"
          type="search"
          aria-label="Find a customer"
          placeholder="Name, email, key, request or entry id"
          leftSection={<Icon name="search" />}
          autoFocus
          value={text}
          onChange={({ currentTarget: { value } }) => {
            const searched = withoutSecrets(value);
            setText(searched);
            search(searched.trim());
          }}
        />
      </search>
      <CustomerResults text={q} onCreate={() => show(true)} />
      <CreateCustomerDialog opened={create} onClose={() => show(false)} />
    </Page>
  );
}

const views = [
  ['all', 'All'],
  ['asking', 'Asking for a top-up'],
] as const;

function CustomerResults({ text, onCreate }: { text: string; onCreate: () => void }) {
  const [view, setView] = useState<'all' | 'asking'>('all');
  const asking = text === '' && view === 'asking';
  const found = useInfiniteQuery(customersQuery(text, asking));
  const title = asking ? 'Customers who ask for a top-up' : text === '' ? 'All customers' : `Customers for “${text}”`;
  return (
    <Panel
      title={title}
      flush
      actions={text === '' && <Segments label="Customers" value={view} onChange={setView} choices={views} />}
    >
      <PagedList
        query={found}
        loading="Searching"
        noun="customer"
        empty={
          asking ? (
            <EmptyState title="No requests">Nobody is waiting for a top-up.</EmptyState>
          ) : text === '' ? (
            <EmptyState title="No customers yet" action={<Button onClick={onCreate}>New customer</Button>}>
              Create the first one: the owner gets a link to set a password.
            </EmptyState>
          ) : (
            <EmptyState title="No customers found">
              Search for part of a name or email, the first letters of a key (loupe_…), or a whole request or entry id.
            </EmptyState>
          )
        }
      >
        {(customers) => <CustomerTable customers={customers} />}
      </PagedList>
    </Panel>
  );
}

type Customer = View<'CustomerView'>;

function CustomerTable({ customers }: { customers: readonly Customer[] }) {
  return (
    <Table
      label="Customers"
      linked
      rows={customers}
      idOf={({ id }) => id}
      columns={[
        { title: 'Customer', narrow: 'lead', cell: (customer) => <CustomerCell customer={customer} /> },
        { title: 'Owner', cell: ({ owner }) => owner?.email ?? 'none' },
        { title: 'Since', cell: ({ created_at }) => <Moment at={created_at} as="date" /> },
        { title: 'Balance', number: true, narrow: 'end', cell: ({ balance_usd }) => roundUsd(balance_usd, 2) },
      ]}
    />
  );
}

const findings: Partial<Record<NonNullable<Customer['match']>['kind'], string>> = {
  key: 'has this key',
  request: 'made this request',
  entry: 'has this entry',
};

function CustomerCell({ customer }: { customer: Customer }) {
  const finding = customer.match && findings[customer.match.kind];
  return (
    <>
      <CustomerLink customer={customer} /> {customer.status === 'suspended' && <Badge tone="bad">suspended</Badge>}{' '}
      {customer.low_balance_since !== null && <Badge tone="warn">low balance</Badge>}{' '}
      {customer.top_up_request !== null && <Badge tone="accent">asks for a top-up</Badge>}{' '}
      {finding && <Badge tone="accent">{finding}</Badge>}
    </>
  );
}

/** Leads to what was searched for: the request itself, the keys, or the customer's overview. */
function CustomerLink({ customer: { id: accountId, name, match } }: { customer: Customer }) {
  const shared = { className: cells.link, children: name };
  if (match?.kind === 'request' && match.entry_id)
    return <Link {...requestLink({ kind: 'customer', accountId }, match.entry_id)} {...shared} />;
  const page = match?.kind === 'entry' ? '/ledger' : match?.key_id ? '/keys' : '';
  return <Link to={`/support/customers/$accountId${page}`} params={{ accountId }} {...shared} />;
}
