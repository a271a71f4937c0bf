import { Switch } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountScope } from '../../../account/account-scope';
import { DownloadButton } from '../../../components/download-button';
import { OlderButton } from '../../../components/older-button';
import { Panel } from '../../../components/panel';
import { QueryView } from '../../../components/query-view';
import { liveQuery, requestsCsv, requestsQuery } from '../request-queries';
import { requestsSearch } from '../requests-search';
import { NoRequests } from './no-requests';
import { RequestFilters } from './request-filters';
import { RequestTable } from './request-table';

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
