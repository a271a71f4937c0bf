import { MagnifyingGlassIcon, PlusIcon } from '@heroicons/react/24/outline';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { usePermissions } from '../../account/permissions';
import { type DialogControl, FormDialog } from '../../components/dialog';
import { LinkDelivery, linkSent } from '../../components/link-delivery';
import { Page } from '../../components/page';
import { EmptyState, Panel } from '../../components/panel';
import { PagedList } from '../../components/query-view';
import { SearchInput } from '../../components/search-input';
import { customersQuery, useCreateCustomer } from './customer-queries';
import {
  type CustomerSearch,
  type CustomerView,
  customerSearch,
  customerViews,
  withoutSecrets,
} from './customer-search';
import { CustomerTable, placeOf } from './customer-table';

export function CustomersPage() {
  const navigate = useNavigate();
  const { assist } = usePermissions();
  const search = useSearch({ from: '/signed-in/support/' });
  const { q = '', create = false } = search;
  const go = (changes: Partial<Record<keyof CustomerSearch, unknown>>, replace = true) =>
    void navigate({ to: '/support', search: customerSearch({ ...search, ...changes }), replace });
  const show = (opened: boolean) => go({ create: opened }, !opened);
  return (
    <Page
      title="Customers"
      actions={
        assist && (
          <Button size="sm" leftSection={<PlusIcon width={16} />} onClick={() => show(true)}>
            New customer
          </Button>
        )
      }
    >
      <search>
        <SearchInput
          maw="40rem"
          size="md"
          aria-label="Find a customer"
          placeholder="Name, email, key, request or entry id"
          leftSection={<MagnifyingGlassIcon width={18} />}
          autoFocus
          value={q}
          clean={withoutSecrets}
          onSearch={(wanted) => go({ q: wanted, open: false })}
        />
      </search>
      <CustomerResults search={search} onChange={go} onCreate={assist ? () => show(true) : undefined} />
      <CreateCustomerDialog opened={create && assist} onClose={() => show(false)} />
    </Page>
  );
}

const titles: Readonly<Record<CustomerView, string>> = {
  all: 'All customers',
  asking: 'Customers asking for a top-up',
  low: 'Customers with a low balance',
  new: 'Customers of the last 30 days',
  suspended: 'Suspended customers',
};

const customerViewChoices = Object.entries(customerViews).map(([value, label]) => ({
  value: value as CustomerView,
  label,
}));

interface CustomerResultsProps {
  search: CustomerSearch;
  onChange: (changes: { view?: CustomerView; sort?: string | undefined }) => void;
  onCreate: (() => void) | undefined;
}

function CustomerResults({ search, onChange, onCreate }: CustomerResultsProps) {
  const { q, view = 'all', sort } = search;
  const found = useInfiniteQuery(customersQuery(search));
  const [only, ...others] = found.data?.pages.flatMap(({ items }) => items) ?? [];
  if (search.open && q && only && others.length === 0 && !found.isFetching)
    return <Navigate {...placeOf(only)} replace />;
  return (
    <Panel
      title={q ? `Customers for “${q}”` : titles[view]}
      flush
      actions={
        !q && (
          <SegmentedControl
            aria-label="Customers"
            value={view}
            onChange={(chosen) => onChange({ view: chosen })}
            data={customerViewChoices}
          />
        )
      }
    >
      <PagedList
        query={found}
        loading="Searching"
        noun="customer"
        empty={<NoCustomers search={search} onCreate={onCreate} />}
      >
        {(customers) => (
          <CustomerTable
            customers={customers}
            order={sort}
            onSort={q ? undefined : (order) => onChange({ sort: order })}
          />
        )}
      </PagedList>
    </Panel>
  );
}

function NoCustomers({ search: { q, view = 'all' }, onCreate }: Pick<CustomerResultsProps, 'search' | 'onCreate'>) {
  if (q)
    return (
      <EmptyState title="No customers found">
        Search for part of a name or email, the first letters of a key (loupe_…), or a whole request or entry id.
      </EmptyState>
    );
  if (view !== 'all')
    return (
      <EmptyState title={`No ${titles[view].toLowerCase()}`}>
        {view === 'asking' ? 'Nobody is waiting for a top-up.' : 'Other customers are under “All”.'}
      </EmptyState>
    );
  return (
    <EmptyState
      title="No customers yet"
      action={
        onCreate && (
          <Button size="sm" variant="filled" onClick={onCreate}>
            New customer
          </Button>
        )
      }
    >
      Create the first one: the owner gets a link to set a password.
    </EmptyState>
  );
}

function CreateCustomerDialog(dialog: DialogControl) {
  const createCustomer = useCreateCustomer();
  const navigate = useNavigate();
  const open = (accountId: string) =>
    void navigate({ to: '/support/customers/$accountId', params: { accountId }, replace: true });
  return (
    <FormDialog
      {...dialog}
      title="New customer"
      label="Create customer"
      initialValues={{ name: '', owner_email: '' }}
      mutation={createCustomer}
      body={({ name, owner_email }) => ({ name: name.trim(), owner_email: owner_email.trim() })}
      resultTitle={({ name }) => `${name} is ready`}
      locked={({ invitation_url: url }) => url !== undefined}
      result={({ id, owner, invitation_delivery, invitation_url: url }, close) =>
        invitation_delivery !== 'emailed' && (
          <LinkDelivery
            url={url}
            email={owner.email}
            doneLabel="Open customer"
            onDone={() => {
              close();
              open(id);
            }}
          />
        )
      }
      done={(_, { id, owner }) => {
        open(id);
        return linkSent(owner.email);
      }}
    >
      {(form) => (
        <>
          <TextInput label="Name" placeholder="Example Ltd" data-autofocus {...form.getInputProps('name')} />
          <TextInput
            label="Owner’s email"
            type="email"
            description="The owner signs in with it and chooses a password."
            {...form.getInputProps('owner_email')}
          />
        </>
      )}
    </FormDialog>
  );
}
