import { Link } from '@tanstack/react-router';
import { requestLink, useAccountScope } from '../../account/account-scope';
import type { AccountScope } from '../../api/client';
import type { View } from '../../api/views';
import { type Column, Table } from '../../components/table';
import cells from '../../components/table.module.css';
import { Badge, Moment, Money, StatusBadge } from '../../components/values';
import { formatCount, formatDuration } from '../../format/counts';
import { placesOf } from '../../format/usd';

type Request = View<'RequestView'>;

export function RequestTable({ requests, live }: { requests: readonly Request[]; live: boolean }) {
  const scope = useAccountScope();
  const places = placesOf(requests.map(({ cost_usd }) => cost_usd));
  return (
    <Table
      label="Requests, newest first"
      live={live}
      linked
      rows={requests}
      idOf={({ request_id }) => request_id}
      columns={columnsOf(scope, places)}
    />
  );
}

function columnsOf(scope: AccountScope, places: number): Column<Request>[] {
  return [
    {
      title: 'Operation',
      narrow: 'lead',
      cell: ({ request_id, operation }) => (
        <Link
          {...requestLink(scope, request_id)}
          search={(previous) => previous}
          className={cells.link}
          preload={false}
        >
          <code>{operation}</code>
        </Link>
      ),
    },
    {
      title: 'Outcome',
      cell: ({ status, code, requests, source }) => (
        <>
          <StatusBadge status={status} /> {code && <code className="aside">{code}</code>}
          {source && <span className="aside">{source}</span>}
          {requests > 1 && ` × ${formatCount(requests)}`}
        </>
      ),
    },
    {
      title: 'Key',
      cell: ({ key }) => (
        <>
          {key.name} {key.mode === 'test' && <Badge tone="accent">test</Badge>}
        </>
      ),
    },
    { title: 'Time', cell: ({ time }) => <Moment at={time} as="second" /> },
    { title: 'Duration', number: true, cell: ({ duration_ms }) => formatDuration(duration_ms) },
    { title: 'Cost', number: true, narrow: 'end', cell: ({ cost_usd }) => <Money usd={cost_usd} places={places} /> },
  ];
}
