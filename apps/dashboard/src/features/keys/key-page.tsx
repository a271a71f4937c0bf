import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { keyFamilyQuery, overviewQuery } from '../../account/account-queries';
import { useAccountScope } from '../../account/account-scope';
import { ErrorCodes, SpendBars } from '../../account/usage-bars';
import type { View } from '../../api/client';
import { ChartMenu, useTableSearch } from '../../components/chart-menu';
import { FiguresTable } from '../../components/figures-table';
import { BackLink, Page } from '../../components/page';
import { EmptyState, Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { Sparkline } from '../../components/sparkline';
import { countOf, formatCount } from '../../format/counts';
import { formatDay } from '../../format/time';
import { placesOfSum, roundUsd } from '../../format/usd';
import { type KeyFamily, keyFamilies } from './key-families';
import { KeyRefusals } from './key-refusals';
import { KeyState } from './key-state';

const shownDays = 30;

export function KeyPage() {
  const family = useKeyFamily();
  return (
    <Page title={family.data?.current.name ?? 'Key'} breadcrumb={<BackLink to="/keys">Keys</BackLink>}>
      <KeyUse />
    </Page>
  );
}

export function KeyUse() {
  const family = useKeyFamily();
  return (
    <QueryView query={family} loading="Loading the key">
      {(found) =>
        found === null ? (
          <EmptyState title="Key not found">The link may be old. See the list of keys.</EmptyState>
        ) : (
          <Stack miw={0}>
            <KeyState family={found} />
            <KeyRefusals family={found} />
            <Usage family={found} />
          </Stack>
        )
      }
    </QueryView>
  );
}

function useKeyFamily() {
  const { keyId } = useParams({ strict: false });
  return useQuery({
    ...keyFamilyQuery(useAccountScope(), keyId ?? ''),
    select: (keys) => keyFamilies(keys).find(({ versions }) => versions.some(({ id }) => id === keyId)) ?? null,
    refetchInterval: 30_000,
  });
}

function Usage({ family: { current } }: { family: KeyFamily }) {
  const overview = useQuery(overviewQuery(useAccountScope(), { days: shownDays, key_id: current.id }));
  return (
    <QueryView query={overview} loading="Loading the key’s usage">
      {(view) =>
        view.totals.requests === 0 ? (
          <Panel title={`The last ${shownDays} days`}>
            <EmptyState title="Not used">No request was made with this key in the last {shownDays} days.</EmptyState>
          </Panel>
        ) : (
          <>
            <UsePerDay view={view} />
            <div className="pair">
              <Panel title="What it is used for">
                <SpendBars label="Operations of this key" overview={view} keyId={current.id} />
              </Panel>
              <Panel title="What went wrong?">
                {view.errors_by_code.length === 0 ? (
                  <p className="soft">Every request of these days succeeded.</p>
                ) : (
                  <ErrorCodes overview={view} keyId={current.id} />
                )}
              </Panel>
            </div>
          </>
        )
      }
    </QueryView>
  );
}

function UsePerDay({ view: { by_day, totals, from, to } }: { view: View<'OverviewView'> }) {
  return (
    <Panel
      title={`The last ${shownDays} days`}
      description={`${countOf(totals.requests, 'request')}, ${roundUsd(totals.spend_usd)}`}
      actions={<ChartMenu />}
    >
      {useTableSearch() ? (
        <FiguresTable
          caption="Requests per day"
          columns={['Day', 'Requests', 'Spent'].map((title) => ({ id: title, title }))}
          rows={by_day.map(({ day, requests, spend_usd }) => ({
            name: formatDay(day),
            figures: [formatCount(requests), roundUsd(spend_usd, placesOfSum(totals.spend_usd))],
          }))}
        />
      ) : (
        <>
          <Sparkline wide label="Requests per day" counts={by_day.map(({ requests }) => requests)} />
          <Group justify="space-between" c="var(--ink-soft)" fz="xs">
            <span>{formatDay(from)}</span>
            <span>at most {formatCount(Math.max(...by_day.map(({ requests }) => requests)))} a day</span>
            <span>{formatDay(to)}</span>
          </Group>
        </>
      )}
    </Panel>
  );
}
