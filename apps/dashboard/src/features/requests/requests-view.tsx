import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { keysQuery, operationsQuery } from '../../account/account-queries';
import { useAccountScope } from '../../account/account-scope';
import { DownloadButton } from '../../components/download-button';
import { Page } from '../../components/page';
import { EmptyState, FilterBar, Panel } from '../../components/panel';
import { OlderButton, QueryView } from '../../components/query-view';
import { outcomeChoices } from './outcomes';
import { liveQuery, requestsCsv, requestsQuery } from './request-queries';
import { RequestTable } from './request-table';
import { isFiltered, type RequestsSearch, requestsSearch } from './requests-search';

export function RequestsPage() {
  return (
    <Page title="Requests" lede="Every call of your keys, with what it cost and what it was answered.">
      <RequestsView />
    </Page>
  );
}

const livePollMs = 2_500;

/** The log: live at its top while it is watched, page by page toward the past. */
export function RequestsView() {
  const scope = useAccountScope();
  const search = requestsSearch(useSearch({ strict: false }));
  const [live, setLive] = useState(true);
  const log = useInfiniteQuery(requestsQuery(scope, search));
  useQuery({
    ...liveQuery(scope, search, useQueryClient()),
    enabled: live && log.isSuccess,
    refetchInterval: livePollMs,
  });
  return (
    <Panel
      title="Request log"
      flush
      actions={
        <>
          <Switch label="Live" checked={live} onChange={(event) => setLive(event.currentTarget.checked)} />
          <DownloadButton href={requestsCsv(scope, search)} fallbackName="requests.csv" />
        </>
      }
    >
      <RequestFilters />
      <QueryView query={log} loading="Loading the requests">
        {({ pages }) => {
          const requests = pages.flatMap(({ items }) => items);
          if (requests.length === 0) return <NoRequests search={search} />;
          return (
            <>
              <RequestTable requests={requests} live={live} />
              <OlderButton query={log} shown={requests.length} noun="request" />
            </>
          );
        }}
      </QueryView>
      <Outlet />
    </Panel>
  );
}

/** The filters live in the address, so that a view can be sent to a colleague. */
function RequestFilters() {
  const navigate = useNavigate();
  const search = requestsSearch(useSearch({ strict: false }));
  const keys = useQuery(keysQuery(useAccountScope())).data ?? [];
  const operations = useQuery(operationsQuery).data ?? [];
  const field = (name: keyof RequestsSearch) => ({
    value: search[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      void navigate({ to: '.', search: requestsSearch({ ...search, [name]: value }), replace: true }),
  });
  return (
    <FilterBar label="Filters of the log">
      <NativeSelect
        label="Key"
        data={[{ value: '', label: 'All' }, ...keys.map(({ id, name }) => ({ value: id, label: name }))]}
        {...field('keyId')}
      />
      <NativeSelect
        label="Operation"
        data={[{ value: '', label: 'All' }, ...operations.map(({ name }) => name)]}
        {...field('operation')}
      />
      <NativeSelect label="Outcome" data={outcomeChoices} {...field('outcome')} />
      <TextInput label="From" type="date" {...field('from')} />
      <TextInput label="To" type="date" {...field('to')} />
    </FilterBar>
  );
}

function NoRequests({ search }: { search: RequestsSearch }) {
  const navigate = useNavigate();
  const own = useAccountScope().kind === 'own';
  if (isFiltered(search))
    return (
      <EmptyState
        title="No request matches"
        action={
          <Button variant="default" onClick={() => void navigate({ to: '.', search: {}, replace: true })}>
            Clear the filters
          </Button>
        }
      >
        Widen the time, or look at every outcome.
      </EmptyState>
    );
  return (
    <EmptyState title="No request yet">
      {own ? (
        <>
          Send one from the <Link to="/playground">playground</Link>, or <Link to="/keys">take a key</Link> to your own
          code. It appears here at once.
        </>
      ) : (
        'The customer has not made a request yet.'
      )}
    </EmptyState>
  );
}
