import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { accountQuery, operationsQuery, overviewQuery } from '../../account/account-queries';
import { useAccountScope } from '../../account/account-scope';
import { ErrorCodes } from '../../account/usage-bars';
import type { View } from '../../api/client';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { formatCount } from '../../format/counts';
import { BalancePanel } from './balance-panel';
import { DayPanel } from './day-panel';
import { FirstCallPanel } from './first-call-panel';
import { countOutcome } from './outcome-counts';
import { type PeriodSearch, periodName, periodOf } from './period';
import { SpendPanel } from './spend-panel';
import { todayQuery } from './today-by-key';

const firstCallPollMs = 4_000;
const pollMs = 60_000;

export function OverviewView() {
  const scope = useAccountScope();
  const search: PeriodSearch = useSearch({ strict: false });
  const period = periodOf(search);
  const overview = useQuery({
    ...overviewQuery(scope, period),
    refetchInterval: ({ state }) => (state.data?.totals.requests === 0 ? firstCallPollMs : pollMs),
  });
  const uses = [useQuery(accountQuery(scope)), useQuery(operationsQuery), useQuery(todayQuery(scope))];
  return (
    <QueryView query={overview} uses={uses} loading="Loading the overview">
      {(view) => (
        <Stack miw={0}>
          <BalancePanel overview={view} period={periodName(period)} />
          {view.totals.requests === 0 ? (
            <FirstCallPanel period={periodName(period)} />
          ) : (
            <>
              <SpendPanel overview={view} />
              {view.from === view.to && <DayPanel overview={view} />}
              {view.errors_by_code.length > 0 && (
                <Panel title="What went wrong?" description={errorSummary(view)}>
                  <ErrorCodes overview={view} />
                </Panel>
              )}
            </>
          )}
        </Stack>
      )}
    </QueryView>
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
