import { Link } from '@tanstack/react-router';
import type { View } from '../../../api/views';
import { Badge } from '../../../components/badge';
import { Moment } from '../../../components/moment';
import { Table } from '../../../components/table';
import cells from '../../../components/table.module.css';
import { roundUsd } from '../../../format/usd';

type Customer = View<'CustomerView'>;

export function CustomerTable({ customers }: { customers: readonly Customer[] }) {
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
        {
          title: 'Balance',
          number: true,
          narrow: 'end',
          cell: ({ balance_usd }) => roundUsd(balance_usd, 2),
        },
      ]}
    />
  );
}

function CustomerCell({ customer }: { customer: Customer }) {
  return (
    <>
      <CustomerLink customer={customer} /> {customer.status === 'suspended' && <Badge tone="bad">suspended</Badge>}{' '}
      {customer.low_balance_since !== null && <Badge tone="warn">low balance</Badge>} <Found customer={customer} />
    </>
  );
}

/** Leads to what was looked for: the request itself, the keys, or the customer's overview. */
function CustomerLink({ customer: { id, name, match } }: { customer: Customer }) {
  const params = { accountId: id };
  const shared = { className: cells.link, children: name };
  if (match?.kind === 'request' && match.entry_id)
    return (
      <Link
        to="/support/customers/$accountId/requests/$requestId"
        params={{ ...params, requestId: match.entry_id }}
        {...shared}
      />
    );
  if (match?.kind === 'entry') return <Link to="/support/customers/$accountId/ledger" params={params} {...shared} />;
  if (match?.key_id) return <Link to="/support/customers/$accountId/keys" params={params} {...shared} />;
  return <Link to="/support/customers/$accountId" params={params} {...shared} />;
}

const findings: Partial<Record<NonNullable<Customer['match']>['kind'], string>> = {
  key: 'has this key',
  request: 'made this request',
  entry: 'has this entry',
};

function Found({ customer: { match } }: { customer: Customer }) {
  const finding = match && findings[match.kind];
  return finding ? <Badge tone="accent">{finding}</Badge> : null;
}
