import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { requestsLink, useAccountScope } from '../../account/account-scope';
import { overviewQuery } from '../../account/usage-queries';
import type { View } from '../../api/views';
import { BarList } from '../../components/bar-list';
import { EmptyState, Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { countOf, formatCount, formatShare } from '../../format/counts';
import { percentOf, placesOfSum, roundUsd } from '../../format/usd';
import { BalancePanel } from './balance-panel';
import { FirstCallPanel } from './first-call-panel';
import classes from './overview.module.css';
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
              {view.from === view.to && <LazyDay overview={view} />}
              <Stack className={classes.panelPair}>
                <KeysPanel overview={view} />
                <ErrorsPanel overview={view} />
              </Stack>
            </>
          )}
        </Stack>
      )}
    </QueryView>
  );
}

const DayPanel = lazy(async () => ({ default: (await import('./day-panel')).DayPanel }));

function LazyDay({ overview }: { overview: View<'OverviewView'> }) {
  return (
    <Suspense fallback={null}>
      <DayPanel overview={overview} />
    </Suspense>
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

/** Codes of failures on the server's side; every other code is about the request. */
const ours = new Set(['upstream_error', 'service_unavailable', 'internal_error']);

function ErrorsPanel({ overview }: { overview: View<'OverviewView'> }) {
  const scope = useAccountScope();
  const { errors_by_code: codes, totals, from, to } = overview;
  const failed = totals.errors;
  if (codes.length === 0)
    return (
      <Panel title="What goes wrong?">
        <EmptyState title="Nothing">Every request in this period succeeded.</EmptyState>
      </Panel>
    );
  return (
    <Panel
      title="What goes wrong?"
      description={`${formatCount(failed)} of ${formatCount(totals.requests)} requests failed, most often with ${codes[0]?.code}.`}
    >
      <BarList
        label="Failed requests by code"
        bars={codes.slice(0, 8).map(({ code, requests }) => ({
          id: code,
          name: <code>{code}</code>,
          link: { ...requestsLink(scope), search: { outcome: code, from, to } },
          value: formatCount(requests),
          note: formatShare(requests, failed),
          percent: failed === 0 ? 0 : (requests / failed) * 100,
          tone: ours.has(code) ? 'bad' : 'warn',
        }))}
      />
    </Panel>
  );
}
