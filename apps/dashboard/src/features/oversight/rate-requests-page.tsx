import { SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../components/page';
import { EmptyState, Panel } from '../../components/panel';
import { PagedList } from '../../components/query-view';
import { rateRequestsQuery } from './oversight-queries';
import { RateRequestRow } from './rate-request-row';
import {
  type RateRequestsSearch,
  type RateState,
  rateRequestsSearch,
  rateStateNames,
  rateStates,
} from './rate-requests-search';

export function RateRequestsPage() {
  const navigate = useNavigate();
  const search: RateRequestsSearch = useSearch({ strict: false });
  const state: RateState = search.state ?? 'open';
  const requests = useInfiniteQuery(rateRequestsQuery(state));
  return (
    <Page
      title="Rate requests"
      lede="Customers asking for a higher rate limit. They see your reply."
      actions={
        <SegmentedControl
          aria-label="State"
          value={state}
          onChange={(chosen) =>
            void navigate({ to: '.', search: rateRequestsSearch({ state: chosen }), replace: true })
          }
          data={rateStates.map((value) => ({ value, label: rateStateNames[value] }))}
        />
      }
    >
      <Panel title={`${rateStateNames[state]} requests`} flush>
        <PagedList
          query={requests}
          loading="Loading the rate requests"
          noun="request"
          empty={
            <EmptyState title="No requests">
              {state === 'open' ? 'Nobody is waiting for a reply.' : 'Open requests are under “Open”.'}
            </EmptyState>
          }
        >
          {(items) => (
            <ul>
              {items.map((request) => (
                <RateRequestRow key={request.id} request={request} />
              ))}
            </ul>
          )}
        </PagedList>
      </Panel>
    </Page>
  );
}
