import { Badge, Box, Button, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { entryPlace, keyLink, ledgerLink, requestLink } from '../../account/account-scope';
import { usePermissions } from '../../account/permissions';
import type { View } from '../../api/client';
import { Sparkline } from '../../components/sparkline';
import { Table } from '../../components/table';
import { countOf, formatShare } from '../../format/counts';
import { formatRelative } from '../../format/time';
import { microsOf, roundUsd } from '../../format/usd';
import type { CustomerOrder } from './customer-search';

type Customer = View<'CustomerView'>;

const fewDays = 3;
/** A share of fewer requests than this means little. */
const fewRequests = 10;

interface CustomerTableProps {
  customers: readonly Customer[];
  order: CustomerOrder | undefined;
  /** Undefined while a search decides the order. */
  onSort: ((order: string | undefined) => void) | undefined;
}

export function CustomerTable({ customers, order, onSort }: CustomerTableProps) {
  return (
    <Table
      label="Customers"
      linked
      {...(onSort && { sorting: { by: order, onSort } })}
      rows={customers}
      idOf={({ id }) => id}
      columns={[
        { title: 'Customer', narrow: 'lead', cell: (customer) => <CustomerCell customer={customer} /> },
        {
          title: 'Last seven days',
          cell: ({ activity: { spent_by_day_usd: days } }) => (
            <Sparkline
              label="Spent per day"
              counts={days.map((usd) => Number(microsOf(usd)))}
              tell={(micros) => roundUsd(String(micros / 1_000_000))}
            />
          ),
        },
        { title: 'Spent', sort: 'spend', number: true, labelled: true, cell: ({ activity }) => spentOf(activity) },
        {
          title: 'Balance lasts',
          sort: 'days_left',
          ascending: true,
          number: true,
          labelled: true,
          cell: ({ activity }) => <DaysLeft days={activity.days_left} />,
        },
        {
          title: 'Failed calls',
          sort: 'failing',
          number: true,
          labelled: true,
          cell: ({ activity }) => <Failing activity={activity} />,
        },
        { title: 'Last call', cell: ({ activity }) => <LastCall activity={activity} /> },
        { title: 'Balance', number: true, narrow: 'end', cell: ({ balance_usd }) => roundUsd(balance_usd, 2) },
      ]}
    />
  );
}

const spentOf = ({ spent_usd }: Customer['activity']): string | null =>
  microsOf(spent_usd) === 0n ? null : roundUsd(spent_usd);

const urgent = (text: string) => (
  <Text span inherit c="var(--bad)" fw={550}>
    {text}
  </Text>
);

function DaysLeft({ days }: { days: number | null }) {
  if (days === null) return null;
  const text = days > 365 ? '> 1 year' : days < 1 ? '< 1 day' : countOf(days, 'day');
  return days < fewDays ? urgent(text) : text;
}

/** The time of the last call is written once a minute, so a request may be counted before its time is known. */
function LastCall({ activity: { last_call_at: at, requests } }: { activity: Customer['activity'] }) {
  if (at !== null) return <time dateTime={at}>{formatRelative(at)}</time>;
  return requests > 0 ? 'just now' : 'never called';
}

function Failing({ activity: { failed, requests } }: { activity: Customer['activity'] }) {
  if (requests === 0) return null;
  const isMany = requests >= fewRequests && failed * 4 > requests;
  const share = formatShare(failed, requests);
  return isMany ? urgent(share) : share;
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
      <Link {...placeOf(customer)} className="quiet covering strong">
        {customer.name}
      </Link>{' '}
      {customer.status !== 'active' && <Badge color="bad">{customer.status}</Badge>}{' '}
      {customer.low_balance_since !== null && <Badge color="warn">low balance</Badge>}{' '}
      {customer.top_up_request !== null && <TopUpLink accountId={customer.id} />}{' '}
      {finding && <Badge color="accent">{finding}</Badge>}
      <Box component="span" display="block" className="aside breakable">
        {customer.owner?.email ?? 'no owner'}
      </Box>
    </>
  );
}

/** Above the link that covers the row, and, where it wraps, far enough from the name for a finger. */
function TopUpLink({ accountId }: { accountId: string }) {
  const { assist } = usePermissions();
  if (!assist) return <Badge color="accent">asks for a top-up</Badge>;
  return (
    <Button
      size="compact-xs"
      my={4}
      pos="relative"
      style={{ zIndex: 1 }}
      renderRoot={(props) => (
        <Link to="/support/customers/$accountId" params={{ accountId }} search={{ topUp: true }} {...props} />
      )}
    >
      Answer the top-up request
    </Button>
  );
}

export function placeOf({ id: accountId, match }: Customer): LinkProps {
  const scope = { kind: 'customer', accountId } as const;
  if (match?.kind === 'request' && match.entry_id) return requestLink(scope, match.entry_id);
  if (match?.kind === 'entry' && match.entry_id) return { ...ledgerLink(scope), ...entryPlace(match.entry_id) };
  if (match?.key_id) return keyLink(scope, match.key_id);
  return { to: '/support/customers/$accountId', params: { accountId } };
}
