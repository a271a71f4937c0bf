import { Box, Button, Group, NativeSelect, Switch, TextInput } from '@mantine/core';
import { type UseQueryResult, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { keysQuery, operationsQuery } from '../../account/account-queries';
import { useAccountScope } from '../../account/account-scope';
import { DownloadButton } from '../../components/download-button';
import { Page } from '../../components/page';
import { EmptyState, FilterBar, Panel } from '../../components/panel';
import { PagedList } from '../../components/query-view';
import { formatDay, formatSecond } from '../../format/time';
import { outcomeChoices, outcomeName } from './outcomes';
import { liveQuery, requestsCsv, requestsQuery } from './request-queries';
import { RequestTable } from './request-table';
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
  const newest = useQuery({ ...liveQuery(scope, search, useQueryClient()), enabled: live && log.isSuccess });
  return (
    <Group align="start" wrap="nowrap" className={classes.log}>
      <Panel
        title="Request log"
        flush
        actions={
          <>
            <LiveSwitch live={live} onChange={setLive} query={newest} />
            <DownloadButton href={requestsCsv(scope, search)} fallbackName="requests.csv" />
          </>
        }
      >
        <RequestFilters />
        <PagedList query={log} loading="Loading the requests" noun="request" empty={<NoRequests search={search} />}>
          {(requests) => <RequestTable requests={requests} live={live} />}
        </PagedList>
      </Panel>
      <Outlet />
    </Group>
  );
}

type Filter = keyof RequestsSearch;

function RequestFilters() {
  const navigate = useNavigate();
  const search = requestsSearch(useSearch({ strict: false }));
  const keys = useQuery(keysQuery(useAccountScope())).data ?? [];
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
    outcome: (outcome) => `Outcome: ${outcomeName(outcome)}`,
    from: (day) => `From ${formatDay(day)}`,
    to: (day) => `To ${formatDay(day)}`,
  };
  const set = (Object.entries(search) as [Filter, string][]).map(([name, value]) => ({
    text: texts[name](value),
    onClear: () => filter(name, ''),
  }));
  return (
    <FilterBar label="Request filters" set={set}>
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
      <NativeSelect label="Outcome" data={outcomeChoices} {...field('outcome')} />
      <TextInput label="From (UTC)" type="date" {...field('from')} />
      <TextInput label="To (UTC)" type="date" {...field('to')} />
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
        Choose a longer period or all outcomes.
      </EmptyState>
    );
  return (
    <EmptyState title="No requests yet">
      {own ? (
        <>
          Send one from the <Link to="/playground">playground</Link>, or use <Link to="/keys">a key</Link> in your own
          code. It appears here at once.
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
  query: UseQueryResult;
}

/** Whether what is new is added, and, when it cannot be, since when. */
function LiveSwitch({ live, onChange, query: { fetchStatus, isError, dataUpdatedAt } }: LiveSwitchProps) {
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
