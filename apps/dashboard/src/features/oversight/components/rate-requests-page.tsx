import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { View } from '../../../api/views';
import { EmptyState } from '../../../components/empty-state';
import { OlderButton } from '../../../components/older-button';
import { Page } from '../../../components/page';
import { Panel } from '../../../components/panel';
import { QueryView } from '../../../components/query-view';
import { Segments } from '../../../components/segments';
import { rateRequestsQuery } from '../oversight-queries';
import { RateRequestRow } from './rate-request-row';

type State = View<'RateRequestView'>['state'];

const states = [
  { value: 'open', label: 'Open' },
  { value: 'granted', label: 'Granted' },
  { value: 'declined', label: 'Declined' },
] as const satisfies readonly { value: State; label: string }[];

export function RateRequestsPage() {
  const [state, setState] = useState<State>('open');
  const requests = useInfiniteQuery(rateRequestsQuery(state));
  return (
    <Page
      title="Rate requests"
      lede="Owners who ask for more requests a second on a key. They read the word that you answer with."
      actions={<Segments label="State" value={state} onChange={setState} choices={states} />}
    >
      <Panel title={`${states.find(({ value }) => value === state)?.label} requests`} flush>
        <QueryView query={requests} loading="Loading the rate requests">
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items);
            if (items.length === 0)
              return (
                <EmptyState title="None">
                  {state === 'open' ? 'Nobody is waiting for an answer.' : 'Look at the open ones.'}
                </EmptyState>
              );
            return (
              <>
                <ul>
                  {items.map((request) => (
                    <RateRequestRow key={request.id} request={request} />
                  ))}
                </ul>
                <OlderButton query={requests} shown={items.length} noun="request" />
              </>
            );
          }}
        </QueryView>
      </Panel>
    </Page>
  );
}
