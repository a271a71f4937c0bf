import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { View } from '../../api/client';
import { AlertBox } from '../../components/alert-box';
import { BarList } from '../../components/bar-list';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { Facts, Moment } from '../../components/values';
import { countOf, formatCount, formatDuration } from '../../format/counts';
import { healthQuery } from './oversight-queries';

const pollMs = 5_000;

export function HealthPage() {
  const health = useQuery({ ...healthQuery, refetchInterval: pollMs });
  return (
    <Page title="Service health" lede="This server process, refreshed every 5 seconds.">
      <QueryView query={health} loading="Loading the service health">
        {(view) => (
          <>
            {view.ok ? (
              <AlertBox tone="good" title="All systems normal" />
            ) : (
              <AlertBox tone="bad" title="The service needs attention" announced>
                The cause is marked below.
              </AlertBox>
            )}
            <div className="pair">
              <UpstreamPanel upstream={view.upstream} />
              <QueuePanel queue={view.charge_queue} />
              <KeySetPanel keySet={view.key_set} />
              <ReconcilePanel reconcile={view.reconcile} />
              {view.quality && <QualityPanel quality={view.quality} />}
            </div>
          </>
        )}
      </QueryView>
    </Page>
  );
}

const breakers = {
  closed: { tone: 'good', name: 'working', text: 'requests go through (circuit breaker closed)' },
  half_open: { tone: 'warn', name: 'recovering', text: 'trying again after failures' },
  open: { tone: 'bad', name: 'paused', text: 'requests are paused after failures (circuit breaker open)' },
} as const;

function UpstreamPanel({
  upstream: { breaker, sessions, healthy_sessions },
}: {
  upstream: View<'UpstreamHealthView'>;
}) {
  const { tone, name, text } = breakers[breaker];
  return (
    <Panel
      title="Is the upstream responding?"
      description="A session that the upstream refuses is paused, for longer each time."
    >
      <Facts
        facts={[
          {
            name: 'Requests',
            value: (
              <>
                <Badge color={tone}>{name}</Badge> {text}
              </>
            ),
          },
          {
            name: 'Sessions',
            value:
              sessions === 0 ? (
                'none: requests carry no session'
              ) : (
                <Badge color={healthy_sessions === sessions ? 'good' : 'warn'}>
                  {healthy_sessions} of {sessions} available
                </Badge>
              ),
          },
        ]}
      />
    </Panel>
  );
}

function QueuePanel({ queue: { waiting, capacity } }: { queue: View<'ChargeQueueView'> }) {
  const percent = (waiting / capacity) * 100;
  const value = `${formatCount(waiting)} of ${formatCount(capacity)}`;
  const tone = percent >= 50 ? 'bad' : undefined;
  return (
    <Panel title="Are charges keeping up?" description="Charges wait here to be committed in batches.">
      <BarList label="Charge queue" bars={[{ id: 'waiting', name: 'Waiting', value, percent, tone }]} />
    </Panel>
  );
}

/** If the copy of the keys is older, revocations take effect late. */
const maxAgeSeconds = 30;

function KeySetPanel({ keySet: { age_seconds: age } }: { keySet: View<'KeySetView'> }) {
  const updated = <Badge color={age <= maxAgeSeconds ? 'good' : 'bad'}>{countOf(Math.round(age), 'second')} ago</Badge>;
  return (
    <Panel title="Are revoked keys refused?" description="Keys are checked against a copy in memory.">
      <Facts facts={[{ name: 'Updated', value: updated }]} />
    </Panel>
  );
}

function QualityPanel({ quality }: { quality: View<'QualityView'> }) {
  const tooLittle = 'too little traffic to tell';
  const time = (ms: number | null) => (ms === null ? tooLittle : formatDuration(ms));
  const answered = quality.answered === null ? '' : `${Number((quality.answered * 100).toFixed(2))}% of `;
  return (
    <Panel
      title="Do calls get answers?"
      description="All processes, last 24 hours. At most ten calls of an account and operation count; refused calls do not."
    >
      <Facts
        facts={[
          {
            name: 'Answered',
            value: quality.calls === null ? tooLittle : `${answered}about ${countOf(quality.calls, 'call')}`,
          },
          { name: 'Median', value: time(quality.median_ms) },
          { name: '95th percentile', value: time(quality.p95_ms) },
        ]}
      />
    </Panel>
  );
}

function ReconcilePanel({ reconcile }: { reconcile: View<'ReconcileView'> | null }) {
  return (
    <Panel title="Does every balance add up?" description="Every balance is recomputed from its ledger entries.">
      {reconcile === null ? (
        <p>
          No check has run yet. The operator starts one with <code>loupe reconcile</code>.
        </p>
      ) : (
        <p>
          <Badge color={reconcile.differences === 0 ? 'good' : 'bad'}>
            {countOf(reconcile.differences, 'difference')}
          </Badge>{' '}
          <Moment at={reconcile.time} />
        </p>
      )}
    </Panel>
  );
}
