import { Badge, Box, Button, Group, NativeSelect, Switch, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { keysQuery, operationsQuery } from '../../account/account-queries';
import { requestLink, useAccountScope } from '../../account/account-scope';
import type { AccountScope, View } from '../../api/client';
import { DownloadButton } from '../../components/download-button';
import { Page } from '../../components/page';
import { EmptyState, FilterBar, Panel } from '../../components/panel';
import { PagedList } from '../../components/query-view';
import { SearchInput } from '../../components/search-input';
import { type Column, Table } from '../../components/table';
import { Moment, Money, StatusBadge } from '../../components/values';
import { ZoneSwitch } from '../../components/zone-switch';
import { formatCount, formatDuration } from '../../format/counts';
import { formatDay, formatSecond, timeZone, zoneName } from '../../format/time';
import { placesOf } from '../../format/usd';
import { outcomeChoices, outcomeName } from './outcomes';
import { liveQuery, requestsCsv, requestsQuery } from './request-queries';
import { requestValues } from './request-values';
import classes from './requests.module.css';
import { isFiltered, type RequestsSearch, requestsSearch } from './requests-search';

export function RequestsPage() {
  return (
    <Page title="Requests" lede="Every request made with your keys: what it cost and how it ended.">
      <RequestsView />
    </Page>
  );
}

export function RequestsView() {
  const scope = useAccountScope();
  const search = requestsSearch(useSearch({ strict: false }));
  const [live, setLive] = useState(true);
  const log = useInfiniteQuery(requestsQuery(scope, search));
  const operations = useQuery(operationsQuery);
  return (
    <Group align="start" wrap="nowrap" className={classes.log}>
      <Panel
        title="Request log"
        flush
        actions={
          <>
            <ZoneSwitch />
            <LiveSwitch live={live} onChange={setLive} isReady={log.isSuccess} />
            <DownloadButton href={requestsCsv(scope, search)} fallbackName="requests.csv" />
          </>
        }
      >
        <RequestFilters />
        <PagedList
          query={log}
          uses={[operations]}
          loading="Loading the requests"
          noun="request"
          sizeOf={({ requests }) => requests}
          empty={<NoRequests search={search} />}
        >
          {(requests) => <RequestTable requests={requests} live={live} />}
        </PagedList>
      </Panel>
      <Outlet />
    </Group>
  );
}

type Filter = keyof RequestsSearch;

function RequestFilters() {
  const scope = useAccountScope();
  const navigate = useNavigate();
  const search = requestsSearch(useSearch({ strict: false }));
  const keys = useInfiniteQuery(keysQuery(scope)).data ?? [];
  const operations = useQuery(operationsQuery).data ?? [];
  const filter = (name: Filter, value: string) =>
    void navigate({ to: '.', search: requestsSearch({ ...search, [name]: value }), replace: true });
  const field = (name: Filter) => ({
    value: search[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => filter(name, value),
  });
  const texts: Record<Filter, (value: string) => string> = {
    keyId: (id) => `Key: ${keys.find((key) => key.id === id)?.name ?? id}`,
    operation: (id) => `Operation: ${operations.find(({ name }) => name === id)?.summary ?? id}`,
    outcome: (outcome) => `Outcome: ${outcomeName(scope, outcome)}`,
    from: (day) => `From ${formatDay(day)}`,
    to: (day) => `To ${formatDay(day)}`,
    path: (text) => `Path: ${text}`,
  };
  const shortcuts = ['failed', 'charged'].map((outcome) => {
    const isOn = search.outcome === outcome;
    return (
      <Button
        key={outcome}
        variant={isOn ? 'light' : 'default'}
        aria-pressed={isOn}
        onClick={() => filter('outcome', isOn ? '' : outcome)}
      >
        {outcome === 'failed' ? 'Failed' : 'Charged'}
      </Button>
    );
  });
  const set = (Object.entries(search) as [Filter, string][])
    .filter(([, value]) => value !== 'failed' && value !== 'charged')
    .map(([name, value]) => ({ text: texts[name](value), onClear: () => filter(name, '') }));
  return (
    <FilterBar label="Request filters" set={set} shortcuts={shortcuts}>
      <SearchInput
        label="Path"
        placeholder="marta.trails"
        value={search.path ?? ''}
        onSearch={(text) => filter('path', text)}
      />
      <NativeSelect
        label="Key"
        data={[{ value: '', label: 'All' }, ...keys.map(({ id, name }) => ({ value: id, label: name }))]}
        {...field('keyId')}
      />
      <NativeSelect
        label="Operation"
        data={[
          { value: '', label: 'All' },
          ...operations.map(({ name, summary }) => ({ value: name, label: summary })),
        ]}
        {...field('operation')}
      />
      <NativeSelect label="Outcome" data={outcomeChoices(scope)} {...field('outcome')} />
      <TextInput label="From (UTC day)" type="date" {...field('from')} />
      <TextInput label="To (UTC day)" type="date" {...field('to')} />
    </FilterBar>
  );
}

function NoRequests({ search }: { search: RequestsSearch }) {
  const navigate = useNavigate();
  const own = useAccountScope().kind === 'own';
  if (isFiltered(search))
    return (
      <EmptyState
        title="No matching requests"
        action={
          <Button size="sm" onClick={() => void navigate({ to: '.', search: {}, replace: true })}>
            Clear filters
          </Button>
        }
      >
        {search.path
          ? 'A search by path reads the newest requests only. Choose an earlier “To” to search before them.'
          : 'Choose a longer period or all outcomes.'}
      </EmptyState>
    );
  return (
    <EmptyState title="No requests yet">
      {own ? (
        <>
          Send a request from the <Link to="/playground">playground</Link>, or with <Link to="/keys">a key</Link> from
          your own code. It appears here at once.
        </>
      ) : (
        'The customer has not made a request yet.'
      )}
    </EmptyState>
  );
}

interface LiveSwitchProps {
  live: boolean;
  onChange: (live: boolean) => void;
  isReady: boolean;
}

function LiveSwitch({ live, onChange, isReady }: LiveSwitchProps) {
  const scope = useAccountScope();
  const search = requestsSearch(useSearch({ strict: false }));
  const { fetchStatus, isError, dataUpdatedAt } = useQuery({
    ...liveQuery(scope, search, useQueryClient()),
    enabled: live && isReady,
  });
  const isCut = live && (isError || fetchStatus === 'paused');
  return (
    <Group gap="sm">
      <Box component="span" role="status" className="figure" c="var(--warn)" fz="var(--text-sm)">
        {isCut && `No connection since ${formatSecond(new Date(dataUpdatedAt).toISOString()).split(', ').at(-1)}`}
      </Box>
      <Switch label="Live" checked={live} onChange={(event) => onChange(event.currentTarget.checked)} />
    </Group>
  );
}

type Request = View<'RequestView'>;

function RequestTable({ requests, live }: { requests: readonly Request[]; live: boolean }) {
  const scope = useAccountScope();
  timeZone.use();
  const { data = [] } = useQuery(operationsQuery);
  const { requestId } = useParams({ strict: false });
  const operations = new Map(data.map((operation) => [operation.name, operation]));
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

const sourceNames: Readonly<Record<string, string>> = { repeat: 'repeated', kept: 'from the cache' };

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
              {requestValues(address, operations.get(operation)?.path ?? '')}
            </Text>
          )}
        </>
      ),
    },
    {
      title: 'Outcome',
      cell: ({ status, code, detail, requests, source }) => (
        <>
          <StatusBadge status={status} />
          {requests > 1 && ` × ${formatCount(requests)}`}{' '}
          {code && (
            <Text span className="aside" title={code} lineClamp={2}>
              {detail ?? code}
            </Text>
          )}
          {source && <span className="aside">{sourceNames[source] ?? source}</span>}
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
    { title: `Time (${zoneName()})`, cell: ({ time }) => <Moment at={time} as="second" /> },
    { title: 'Duration', number: true, cell: ({ duration_ms }) => formatDuration(duration_ms) },
    { title: 'Cost', number: true, narrow: 'end', cell: ({ cost_usd }) => <Money usd={cost_usd} places={places} /> },
  ];
}
