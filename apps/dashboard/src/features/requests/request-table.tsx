import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { operationsQuery } from '../../account/account-queries';
import { requestLink, useAccountScope } from '../../account/account-scope';
import type { AccountScope } from '../../api/client';
import type { View } from '../../api/views';
import { type Column, Table } from '../../components/table';
import cells from '../../components/table.module.css';
import { Badge, Moment, Money, StatusBadge } from '../../components/values';
import { formatCount, formatDuration } from '../../format/counts';
import { placesOf } from '../../format/usd';
import { askedValues } from './asked-values';
import classes from './requests.module.css';

type Request = View<'RequestView'>;

export function RequestTable({ requests, live }: { requests: readonly Request[]; live: boolean }) {
  const scope = useAccountScope();
  const paths = new Map(useQuery(operationsQuery).data?.map(({ name, path }) => [name, path]));
  const places = placesOf(requests.map(({ cost_usd }) => cost_usd));
  return (
    <Table
      label="Requests, newest first"
      live={live}
      linked
      rows={requests}
      idOf={({ request_id }) => request_id}
      columns={columnsOf(scope, places, paths)}
    />
  );
}

function columnsOf(scope: AccountScope, places: number, paths: ReadonlyMap<string, string>): Column<Request>[] {
  return [
    {
      title: 'Operation',
      narrow: 'lead',
      cell: ({ request_id, operation, address }) => (
        <>
          <Link
            {...requestLink(scope, request_id)}
            search={(previous) => previous}
            className={cells.link}
            preload={false}
          >
            <code>{operation}</code>
          </Link>
          {address && (
            <span className={classes.asked} title={address}>
              {askedValues(address, paths.get(operation) ?? '')}
            </span>
          )}
        </>
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
          <span className={classes.key}>{key.name}</span> {key.mode === 'test' && <Badge tone="accent">test</Badge>}
        </>
      ),
    },
    { title: 'Time', cell: ({ time }) => <Moment at={time} as="second" /> },
    { title: 'Duration', number: true, cell: ({ duration_ms }) => formatDuration(duration_ms) },
    { title: 'Cost', number: true, narrow: 'end', cell: ({ cost_usd }) => <Money usd={cost_usd} places={places} /> },
  ];
}
