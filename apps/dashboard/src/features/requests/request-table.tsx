import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { operationsQuery } from '../../account/account-queries';
import { requestLink, useAccountScope } from '../../account/account-scope';
import type { AccountScope, View } from '../../api/client';
import { type Column, Table } from '../../components/table';
import { Moment, Money, StatusBadge } from '../../components/values';
import { formatCount, formatDuration } from '../../format/counts';
import { placesOf } from '../../format/usd';
import { askedValues } from './asked-values';

type Request = View<'RequestView'>;

export function RequestTable({ requests, live }: { requests: readonly Request[]; live: boolean }) {
  const scope = useAccountScope();
  const operations = new Map(useQuery(operationsQuery).data?.map((operation) => [operation.name, operation]));
  const { requestId } = useParams({ strict: false });
  const places = placesOf(requests.map(({ cost_usd }) => cost_usd));
  return (
    <Table
      label="Requests, newest first"
      live={live}
      linked
      rows={requests}
      idOf={({ request_id }) => request_id}
      attributesOf={({ request_id }) => ({ 'aria-current': request_id === requestId || undefined })}
      columns={columnsOf(scope, places, operations)}
    />
  );
}

type Operations = ReadonlyMap<string, View<'OperationView'>>;

function columnsOf(scope: AccountScope, places: number, operations: Operations): Column<Request>[] {
  return [
    {
      title: 'Operation',
      narrow: 'lead',
      cell: ({ request_id, operation, address }) => (
        <>
          <Link
            {...requestLink(scope, request_id)}
            search={(previous) => previous}
            className="quiet covering strong"
            preload={false}
          >
            {operations.get(operation)?.summary ?? operation}
          </Link>{' '}
          <code className="aside">{operation}</code>
          {address && (
            <Text span className="aside breakable" ff="monospace" ml="xs">
              {askedValues(address, operations.get(operation)?.path ?? '')}
            </Text>
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
          <Text span inherit truncate display="inline-block" maw="16ch" style={{ verticalAlign: 'bottom' }}>
            {key.name}
          </Text>{' '}
          {key.mode === 'test' && <Badge color="accent">test</Badge>}
        </>
      ),
    },
    { title: 'Time', cell: ({ time }) => <Moment at={time} as="second" /> },
    { title: 'Duration', number: true, cell: ({ duration_ms }) => formatDuration(duration_ms) },
    { title: 'Cost', number: true, narrow: 'end', cell: ({ cost_usd }) => <Money usd={cost_usd} places={places} /> },
  ];
}
