import { Anchor, Badge, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAccountScope } from '../../account/account-scope';
import { paymentsQuery } from '../../account/payment-queries';
import type { View } from '../../api/client';
import { ShortId } from '../../components/copy';
import { Panel } from '../../components/panel';
import { PagedList } from '../../components/query-view';
import { type Column, Table } from '../../components/table';
import { Moment, Money } from '../../components/values';
import { microsOf } from '../../format/usd';

type Payment = View<'PaymentView'>;

/** The card payments of an account. An account without any sees no panel. */
export function PaymentsPanel() {
  const query = useInfiniteQuery(paymentsQuery(useAccountScope()));
  if (!query.data?.pages[0]?.items.length) return null;
  return (
    <Panel title="Card payments" flush>
      <PagedList query={query} loading="Loading the card payments" noun="card payment" empty={null}>
        {(payments: Payment[]) => (
          <Table label="Card payments, newest first" rows={payments} idOf={({ id }) => id} columns={columns} />
        )}
      </PagedList>
    </Panel>
  );
}

const columns: Column<Payment>[] = [
  { title: 'Begun', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    title: 'Payment',
    narrow: 'lead',
    cell: ({ id, state, checkout_url, receipt_url }) => (
      <Group component="span" display="inline-flex" gap="var(--space-1) var(--space-3)">
        <Badge color={stateTones[state]}>{state.replace('_', ' ')}</Badge>
        <ShortId id={id} what="payment id" />
        {checkout_url && <Anchor href={checkout_url}>Continue to pay</Anchor>}
        {receipt_url && <Receipt url={receipt_url} />}
      </Group>
    ),
  },
  { title: 'Taken back', number: true, cell: (payment) => <TakenBack payment={payment} /> },
  { title: 'Amount', number: true, narrow: 'end', cell: ({ amount_usd }) => <Money usd={amount_usd} cents /> },
];

function TakenBack({ payment: { refunded_usd, disputed_usd } }: { payment: Payment }) {
  return (
    <>
      {microsOf(refunded_usd) > 0n && (
        <>
          <Money usd={refunded_usd} cents /> refunded{' '}
        </>
      )}
      {microsOf(disputed_usd) > 0n && (
        <>
          <Money usd={disputed_usd} cents /> disputed
        </>
      )}
    </>
  );
}

const stateTones: Record<Payment['state'], string> = {
  open: 'gray',
  pending: 'gray',
  paid: 'good',
  failed: 'bad',
  expired: 'gray',
  partly_refunded: 'warn',
  refunded: 'warn',
  disputed: 'bad',
};

/** Stripe's receipt. Its page must not learn which page of the dashboard led to it. */
export function Receipt({ url }: { url: string }) {
  return (
    <Anchor href={url} target="_blank" rel="noreferrer">
      Receipt
    </Anchor>
  );
}
