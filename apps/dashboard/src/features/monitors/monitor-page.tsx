import { Badge, Group, Stack } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keyLink, requestLink, useAccountScope } from '../../account/account-scope';
import { costText, everyText } from '../../account/monitors';
import type { View } from '../../api/client';
import { AlertBox } from '../../components/alert-box';
import { ChartMenu, useTableSearch } from '../../components/chart-menu';
import { FiguresTable } from '../../components/figures-table';
import { BackLink, Page } from '../../components/page';
import { EmptyState, Panel } from '../../components/panel';
import { PagedRows, QueryView } from '../../components/query-view';
import { Sparkline } from '../../components/sparkline';
import { Facts, Moment } from '../../components/values';
import { formatInstant } from '../../format/time';
import { MonitorActions } from './monitor-actions';
import { eventsQuery, type Monitor, monitorQuery, runsQuery, valuesQuery } from './monitor-queries';
import { askedText, formatNumber, Happened, NextRun, pauseWordsOf, StateBadge } from './monitor-words';

const pollMs = 15_000;
const runningPollMs = 2_000;

export function MonitorPage() {
  const monitor = useMonitor();
  return (
    <Page
      title={monitor.data?.name ?? 'Monitor'}
      breadcrumb={<BackLink to="/monitors">Monitors</BackLink>}
      actions={monitor.data && <MonitorActions monitor={monitor.data} />}
    >
      <MonitorView />
    </Page>
  );
}

export function MonitorView() {
  return (
    <QueryView query={useMonitor()} loading="Loading the monitor">
      {(one) => (
        <Stack miw={0}>
          <Trouble monitor={one} />
          <About monitor={one} />
          {one.kind === 'changed' && <Numbers monitor={one} />}
          <Events monitor={one} />
          <Runs monitor={one} />
        </Stack>
      )}
    </QueryView>
  );
}

function useMonitor() {
  const { monitorId = '' } = useParams({ strict: false });
  return useQuery({
    ...monitorQuery(useAccountScope(), monitorId),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'active' && (data.next_run_at === null || data.last_run === null) ? runningPollMs : pollMs,
  });
}

function Trouble({ monitor }: { monitor: Monitor }) {
  const words = pauseWordsOf(monitor);
  const isOwn = useAccountScope().kind === 'own';
  if (!words) return null;
  const [title, remedy] = words;
  return (
    <AlertBox tone={monitor.pause_reason === 'member' ? 'gray' : 'warn'} title={`Paused: ${title}`}>
      {monitor.paused_at && (
        <>
          Since <Moment at={monitor.paused_at} as="minute" />.{' '}
        </>
      )}
      {isOwn && remedy}
    </AlertBox>
  );
}

function About({ monitor }: { monitor: Monitor }) {
  const { key_id: key, values, last_run: last } = monitor;
  const scope = useAccountScope();
  return (
    <Panel title="What it asks">
      <Facts
        facts={[
          { name: 'State', value: <StateBadge monitor={monitor} /> },
          { name: 'Call', value: <code className="breakable">{askedText(monitor)}</code> },
          { name: 'Runs', value: everyText(monitor.every_minutes) },
          { name: 'Cost', value: costText(monitor.daily_cost_usd) },
          { name: 'Next run', value: <NextRun monitor={monitor} /> },
          { name: 'Last run', value: last ? <Outcome run={last} /> : 'none yet' },
          { name: 'Key', value: key ? <Link {...keyLink(scope, key)}>{key}</Link> : 'none that works' },
          ...values.map(({ field, value }) => ({ name: field, value: String(value) })),
        ]}
      />
    </Panel>
  );
}

/** The values of each watched number. */
function Numbers({ monitor: { id, last_event: last } }: { monitor: Monitor }) {
  const query = valuesQuery(useAccountScope(), id);
  const points = useQuery({ ...query, queryKey: [...query.queryKey, last?.id] }).data ?? [];
  const numbers = points.filter(isNumber);
  const fields = [...new Set(numbers.map(({ field }) => field))];
  if (fields.length === 0) return null;
  return (
    <Panel title="Numbers over time" description="Each is a value that a run found." actions={<ChartMenu />}>
      <Stack>
        {fields.map((field) => (
          <NumberBars key={field} field={field} items={numbers.filter((one) => one.field === field)} />
        ))}
      </Stack>
    </Panel>
  );
}

type Point = View<'MonitorPointView'>;
type NumberPoint = Point & { readonly value: number };
const isNumber = (point: Point): point is NumberPoint => typeof point.value === 'number';

function NumberBars({ field, items }: { field: string; items: readonly NumberPoint[] }) {
  const numbers = items.map(({ value }) => value);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const range = `${formatNumber(least)} to ${formatNumber(most)}`;
  const asTable = useTableSearch();
  if (asTable)
    return (
      <FiguresTable
        caption={field}
        columns={['Time', field].map((title) => ({ id: title, title }))}
        rows={[...new Map(items.map(({ at, value }) => [formatInstant(at), value]))].map(([name, value]) => ({
          name,
          figures: [formatNumber(value)],
        }))}
      />
    );
  return (
    <section aria-label={field}>
      <code>{field}</code>
      <Sparkline
        wide
        label={field}
        span={range}
        counts={numbers}
        base={least - (most - least) / 4}
        tell={formatNumber}
      />
      <Group justify="space-between" c="var(--ink-soft)" fz="xs">
        <Moment at={items[0]!.at} as="minute" />
        <span>{range}</span>
        <Moment at={items.at(-1)!.at} as="minute" />
      </Group>
    </section>
  );
}

function Events({ monitor: { id, kind, last_event: last } }: { monitor: Monitor }) {
  const query = eventsQuery(useAccountScope(), id);
  const events = useInfiniteQuery({ ...query, queryKey: [...query.queryKey, last?.id] });
  return (
    <Panel title="Events" description="Newest first, kept for 90 days." flush>
      <PagedRows
        label="Events"
        query={events}
        loading="Loading the events"
        noun="event"
        empty={
          <EmptyState title="No event yet">
            {kind === 'new_items'
              ? 'The first run learns which items there are. Items that appear after it are events.'
              : 'The first run learns the values. A value that is different in a later run is an event.'}{' '}
            Read them with a key at <code>GET /monitors/{id}/events</code>, or as the webhook event{' '}
            <code>monitor.event</code>.
          </EmptyState>
        }
        row={(event) => (
          <Row at={event.at}>
            <Happened event={event} /> {event.gap && <Badge color="warn">items before it may have been missed</Badge>}
          </Row>
        )}
      />
    </Panel>
  );
}

type Run = View<'MonitorRunView'>;

const outcomes: Record<Run['outcome'], [tone: string, words: string]> = {
  running: ['gray', 'under way'],
  baseline: ['gray', 'learned what is there'],
  unchanged: ['gray', 'nothing changed'],
  changed: ['good', 'changed'],
  failed: ['bad', 'failed'],
  postponed: ['warn', 'postponed'],
  skipped: ['warn', 'skipped'],
  paused: ['warn', 'paused'],
};

function Outcome({ run: { outcome, reason, code } }: { run: Run }) {
  const [tone, words] = outcomes[outcome];
  return (
    <>
      <Badge color={tone}>{words}</Badge> <span className="aside breakable">{reason ?? code}</span>
    </>
  );
}

function Runs({ monitor: { id, last_run: last } }: { monitor: Monitor }) {
  const query = runsQuery(useAccountScope(), id);
  const runs = useInfiniteQuery({ ...query, queryKey: [...query.queryKey, last?.id, last?.outcome] });
  return (
    <Panel title="Runs" description="The latest hundred, and why they reported nothing." flush>
      <PagedRows
        label="Runs"
        query={runs}
        loading="Loading the runs"
        noun="run"
        empty={<EmptyState title="No run yet">The first run starts within seconds.</EmptyState>}
        row={(run) => (
          <Row at={run.started_at}>
            <Outcome run={run} /> {run.request_id && <Receipt id={run.request_id} />}
          </Row>
        )}
      />
    </Panel>
  );
}

function Row({ at, children }: { at: string; children: ReactNode }) {
  return (
    <Group component="li" className="row" justify="space-between" gap="xs" py="xs">
      <span>{children}</span>
      <Moment at={at} as="second" />
    </Group>
  );
}

function Receipt({ id }: { id: string }) {
  const scope = useAccountScope();
  return (
    <Link {...requestLink(scope, id)} preload={false}>
      Receipt
    </Link>
  );
}
