import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { keysQuery, overviewQuery } from '../../account/account-queries';
import { requestsLink, useAccountScope } from '../../account/account-scope';
import { ErrorCodes } from '../../account/error-codes';
import { OperationName } from '../../account/operations';
import type { View } from '../../api/client';
import { BarList } from '../../components/bar-list';
import { FiguresTable } from '../../components/figures-table';
import { BackLink, Page } from '../../components/page';
import { EmptyState, Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { Sparkline } from '../../components/sparkline';
import { TableSwitch, useTableSearch } from '../../components/table-switch';
import { countOf, formatCount } from '../../format/counts';
import { formatDay } from '../../format/time';
import { percentOf, placesOfSum, roundUsd } from '../../format/usd';
import { type KeyLine, keyLines } from './key-lines';
import { KeyRefusals } from './key-refusals';
import { KeyState } from './key-state';

const shownDays = 30;

export function KeyPage() {
  const line = useLine();
  return (
    <Page title={line.data?.current.name ?? 'Key'} trail={<BackLink to="/keys">Keys</BackLink>}>
      <KeyUse />
    </Page>
  );
}

export function KeyUse() {
  const line = useLine();
  return (
    <QueryView query={line} loading="Loading the key">
      {(found) =>
        found === null ? (
          <EmptyState title="There is no such key">The link may be old. The list of keys shows all of them.</EmptyState>
        ) : (
          <Stack miw={0}>
            <KeyState line={found} />
            <KeyRefusals line={found} />
            <Usage line={found} />
          </Stack>
        )
      }
    </QueryView>
  );
}

function useLine() {
  const { keyId } = useParams({ strict: false });
  return useQuery({
    ...keysQuery(useAccountScope()),
    select: (keys) => keyLines(keys).find(({ versions }) => versions.some(({ id }) => id === keyId)) ?? null,
    refetchInterval: 30_000,
  });
}

function Usage({ line: { current } }: { line: KeyLine }) {
  const overview = useQuery(overviewQuery(useAccountScope(), { days: shownDays, key_id: current.id }));
  return (
    <QueryView query={overview} loading="Loading what it is used for">
      {(view) =>
        view.totals.requests === 0 ? (
          <Panel title={`The last ${shownDays} days`}>
            <EmptyState title="Not used">No request was made with this key in the last {shownDays} days.</EmptyState>
          </Panel>
        ) : (
          <>
            <UsePerDay view={view} />
            <div className="pair">
              <OperationsPanel view={view} keyId={current.id} />
              <CodesPanel view={view} keyId={current.id} />
            </div>
          </>
        )
      }
    </QueryView>
  );
}

interface UsageProps {
  view: View<'OverviewView'>;
}

function UsePerDay({ view: { by_day, totals, from, to } }: UsageProps) {
  return (
    <Panel
      title={`The last ${shownDays} days`}
      description={`${countOf(totals.requests, 'request')}, ${roundUsd(totals.spend_usd)}`}
      actions={<TableSwitch />}
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

function OperationsPanel({ view: { by_operation, totals, from, to }, keyId }: UsageProps & { keyId: string }) {
  const requests = requestsLink(useAccountScope());
  return (
    <Panel title="What it is used for">
      <BarList
        label="Operations of this key"
        bars={by_operation.slice(0, 10).map((one) => ({
          id: one.operation,
          name: <OperationName id={one.operation} />,
          link: { ...requests, search: { operation: one.operation, keyId, from, to } },
          note: countOf(one.requests, 'request'),
          value: roundUsd(one.spend_usd, placesOfSum(totals.spend_usd)),
          percent: percentOf(one.spend_usd, totals.spend_usd),
        }))}
      />
    </Panel>
  );
}

function CodesPanel({ view, keyId }: UsageProps & { keyId: string }) {
  return (
    <Panel title="What went wrong?">
      {view.errors_by_code.length === 0 ? (
        <p className="soft">Every request of these days succeeded.</p>
      ) : (
        <ErrorCodes overview={view} keyId={keyId} />
      )}
    </Panel>
  );
}
