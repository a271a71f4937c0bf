import { Badge } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { customersQuery } from '../../features/customers/customer-queries';
import { rateRequestsQuery } from '../../features/oversight/oversight-queries';

const pollMs = 60_000;

/** How many customers wait for support behind a destination; nothing where nobody does. */
export function WaitingBadge({ at }: { at: string }) {
  if (at === '/support') return <TopUps />;
  return at === '/support/rate-requests' ? <RateRequests /> : null;
}

function TopUps() {
  const { data } = useInfiniteQuery({ ...customersQuery({ view: 'asking' }), refetchInterval: pollMs });
  return <Count of={data?.pages} />;
}

function RateRequests() {
  const { data } = useInfiniteQuery({ ...rateRequestsQuery('open'), refetchInterval: pollMs });
  return <Count of={data?.pages} />;
}

function Count({ of: pages }: { of: readonly { items: readonly unknown[]; has_more: boolean }[] | undefined }) {
  const count = pages?.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  if (count === 0) return null;
  return (
    <Badge color="accent">
      {count}
      {pages?.at(-1)?.has_more && '+'}
      <span className="visually-hidden"> waiting</span>
    </Badge>
  );
}
