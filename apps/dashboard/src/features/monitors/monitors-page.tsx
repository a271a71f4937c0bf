import { Box, Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { monitorLink, useAccountScope } from '../../account/account-scope';
import { costText, everyText } from '../../account/monitors';
import { Page } from '../../components/page';
import { EmptyState, Panel } from '../../components/panel';
import { PagedList } from '../../components/query-view';
import { Moment } from '../../components/values';
import { describeUsd, sumUsd } from '../../format/usd';
import { type Monitor, monitorsQuery } from './monitor-queries';
import { askedText, Happened, NextRun, StateBadge } from './monitor-words';

const pollMs = 15_000;

export function MonitorsPage() {
  return (
    <Page
      title="Monitors"
      lede="Loupe asks a call again and again, and tells you what has changed. Each run costs what the call costs."
      actions={
        <Button size="sm" variant="filled" renderRoot={(props) => <Link to="/playground" {...props} />}>
          Watch something
        </Button>
      }
    >
      <MonitorsView empty={<FirstRun />} />
    </Page>
  );
}

/** The monitors of an account. Support only reads them. */
export function MonitorsView({
  empty = <EmptyState title="Nothing is watched">Only members make monitors.</EmptyState>,
}) {
  const monitors = useInfiniteQuery({ ...monitorsQuery(useAccountScope()), refetchInterval: pollMs });
  return (
    <Panel title="Monitors" flush>
      <PagedList query={monitors} loading="Loading the monitors" noun="monitor" empty={empty}>
        {(items) => (
          <>
            <ul aria-label="Monitors">
              {items.map((monitor) => (
                <MonitorRow key={monitor.id} monitor={monitor} />
              ))}
            </ul>
            <Box component="p" className="aside row ruled" py="sm">
              {spendText(items)}
            </Box>
          </>
        )}
      </PagedList>
    </Panel>
  );
}

function spendText(monitors: readonly Monitor[]): string {
  const active = monitors.filter(({ state }) => state === 'active');
  return `The active ones cost about ${describeUsd(sumUsd(active.map((one) => one.daily_cost_usd)))} a day together.`;
}

function FirstRun() {
  return (
    <EmptyState title="Nothing is watched yet">
      <Box component="ol" ta="left" my="sm" style={numbered}>
        <li>
          Send a call in the playground: <Example operation="users.posts">an account’s posts</Example>,{' '}
          <Example operation="hashtags.recent">a hashtag</Example>, or{' '}
          <Example operation="users.by_id">a profile</Example> for its numbers.
        </li>
        <li>Press “Watch this”, and choose how often. You see the price before it starts.</li>
        <li>
          Events appear here, arrive at your <Link to="/webhook">webhooks</Link>, and can be read with a key:{' '}
          <a href="/docs/monitors" target="_blank" rel="noreferrer">
            the guide
          </a>{' '}
          has a receiver.
        </li>
      </Box>
    </EmptyState>
  );
}

const numbered = { listStyle: 'decimal', paddingInlineStart: 'var(--space-4)' };

function Example({ operation, children }: { operation: string; children: string }) {
  return (
    <Link to="/playground" search={{ operation }}>
      {children}
    </Link>
  );
}

function MonitorRow({ monitor }: { monitor: Monitor }) {
  const { id, name, last_event: event } = monitor;
  const scope = useAccountScope();
  return (
    <Box component="li" className="row" py="sm" aria-label={name}>
      <Group justify="space-between" gap="xs">
        <span>
          <Link {...monitorLink(scope, id)} className="breakable">
            {name}
          </Link>{' '}
          <StateBadge monitor={monitor} />
        </span>
        <span className="aside">
          {everyText(monitor.every_minutes)}, {costText(monitor.daily_cost_usd)}
        </span>
      </Group>
      <p className="aside breakable">
        <code>{askedText(monitor)}</code>. Next run: <NextRun monitor={monitor} />. Last event:{' '}
        {event ? (
          <>
            <Happened event={event} />, <Moment at={event.at} />.
          </>
        ) : (
          'none yet.'
        )}
      </p>
    </Box>
  );
}
