import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { overviewQuery } from '../../account/account-queries';
import { requestsLink, useAccountScope } from '../../account/account-scope';
import { ErrorCodes } from '../../account/error-codes';
import type { View } from '../../api/client';
import { BarList } from '../../components/bar-list';
import { Page } from '../../components/page';
import { EmptyState, Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { countOf, formatCount } from '../../format/counts';
import { percentOf, placesOfSum, roundUsd } from '../../format/usd';
import { BalancePanel } from './balance-panel';
import { DayPanel } from './day-panel';
import { FirstCallPanel } from './first-call-panel';
import { countOutcome } from './outcome-counts';
import { type PeriodSearch, periodName, periodOf } from './period';
import { SpendPanel } from './spend-panel';
import { spendSummary } from './spend-summary';

const pollMs = 4_000;
const restMs = 60_000;

/** Money first, then where it goes, then what goes wrong. Before the first request: how to make it. */
export function OverviewView() {
  const scope = useAccountScope();
  const search: PeriodSearch = useSearch({ strict: false });
  const period = periodOf(search);
  const overview = useQuery({
    ...overviewQuery(scope, period),
    refetchInterval: ({ state }) => (state.data?.totals.requests === 0 ? pollMs : restMs),
  });
  return (
    <QueryView query={overview} loading="Loading the overview">
      {(view) => (
        <Stack miw={0}>
          <BalancePanel overview={view} period={periodName(period)} />
          {view.totals.requests === 0 ? (
            <FirstCallPanel period={periodName(period)} />
          ) : (
            <>
              <SpendPanel overview={view} />
              {view.from === view.to && <DayPanel overview={view} />}
              <div className="pair">
                <KeysPanel overview={view} />
                <ErrorsPanel overview={view} />
              </div>
            </>
          )}
        </Stack>
      )}
    </QueryView>
  );
}

function KeysPanel({ overview }: { overview: View<'OverviewView'> }) {
  const scope = useAccountScope();
  const { from, to } = overview;
  const { by_key: keys, totals } = overview;
  const places = placesOfSum(totals.spend_usd);
  return (
    <Panel title="Spend by key" description={spendSummary(overview, 'key', 'spend')}>
      <BarList
        label="Spend by key"
        bars={keys.slice(0, 8).map((key) => ({
          id: key.key_id,
          name: key.key_name,
          link: { ...requestsLink(scope), search: { keyId: key.key_id, from, to } },
          note: countOf(key.requests, 'request'),
          value: roundUsd(key.spend_usd, places),
          percent: percentOf(key.spend_usd, totals.spend_usd),
        }))}
      />
    </Panel>
  );
}

function ErrorsPanel({ overview }: { overview: View<'OverviewView'> }) {
  const isFine = overview.errors_by_code.length === 0;
  return (
    <Panel title="What went wrong?" description={!isFine && errorSummary(overview)}>
      {isFine ? (
        <EmptyState title="Nothing went wrong">Every request in this period succeeded.</EmptyState>
      ) : (
        <ErrorCodes overview={overview} />
      )}
    </Panel>
  );
}

function errorSummary(overview: View<'OverviewView'>): string {
  const { errors, requests } = overview.totals;
  if (errors === 0) return 'Every request got a response, even if it was “not found”.';
  const ours = countOutcome(overview, 'our_error');
  const whose = ours === 0 ? 'None of them was our error.' : `${formatCount(ours)} of them were our errors.`;
  return `${formatCount(errors)} of ${formatCount(requests)} requests were refused or failed. ${whose}`;
}

export function OverviewPage() {
  return (
    <Page title="Overview">
      <OverviewView />
    </Page>
  );
}
