import { useQuery } from '@tanstack/react-query';
import type { View } from '../../api/views';
import { BarList } from '../../components/bar-list';
import { Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { Badge, Facts, Moment } from '../../components/values';
import { countOf, formatCount } from '../../format/counts';
import classes from './oversight.module.css';
import { healthQuery } from './oversight-queries';

const pollMs = 5_000;

/** Whether the service needs a person, and where. */
export function HealthPage() {
  const health = useQuery({ ...healthQuery, refetchInterval: pollMs });
  return (
    <Page title="Service health" lede="Of the process that answers this page; read anew every five seconds.">
      <QueryView query={health} loading="Loading the state of the service">
        {(view) => (
          <>
            {view.ok ? (
              <Notice tone="good" title="All is well">
                Nothing here needs a person.
              </Notice>
            ) : (
              <Notice tone="bad" title="Something needs a person" announced>
                What is marked below is why.
              </Notice>
            )}
            <div className={classes.healthPanels}>
              <UpstreamPanel upstream={view.upstream} />
              <QueuePanel queue={view.charge_queue} />
              <KeySetPanel keySet={view.key_set} />
              <ReconcilePanel reconcile={view.reconcile} />
            </div>
          </>
        )}
      </QueryView>
    </Page>
  );
}

const breakers = {
  closed: { tone: 'good', text: 'asked as usual' },
  half_open: { tone: 'warn', text: 'tried carefully after failures' },
  open: { tone: 'bad', text: 'not asked for a while, after failures' },
} as const;

function UpstreamPanel({ upstream }: { upstream: View<'UpstreamHealthView'> }) {
  const { tone, text } = breakers[upstream.breaker];
  const healthy = upstream.healthy_sessions === upstream.sessions;
  return (
    <Panel title="Does the upstream answer?" answer="A session that it refuses rests for a minute.">
      <Facts
        facts={[
          {
            name: 'Breaker',
            value: (
              <>
                <Badge tone={tone}>{upstream.breaker.replace('_', ' ')}</Badge> {text}
              </>
            ),
          },
          {
            name: 'Sessions',
            value:
              upstream.sessions === 0 ? (
                'none: requests carry no session'
              ) : (
                <Badge tone={healthy ? 'good' : 'warn'}>
                  {upstream.healthy_sessions} of {upstream.sessions} can be used
                </Badge>
              ),
          },
        ]}
      />
    </Panel>
  );
}

function QueuePanel({ queue }: { queue: View<'ChargeQueueView'> }) {
  const percent = (queue.waiting / queue.capacity) * 100;
  return (
    <Panel title="Are charges keeping up?" answer="Charges wait for the commit that they share with others.">
      <BarList
        label="Charge queue"
        bars={[
          {
            id: 'waiting',
            name: 'Waiting',
            value: `${formatCount(queue.waiting)} of ${formatCount(queue.capacity)}`,
            percent,
            ...(percent > 50 && { tone: 'bad' }),
          },
        ]}
      />
    </Panel>
  );
}

/** Past this age, in seconds, a revocation would be noticed late. */
const oldAge = 15;

/** How fresh the process's picture of the keys is: past thirty seconds it refuses requests rather than guess. */
function KeySetPanel({ keySet }: { keySet: View<'KeySetView'> }) {
  return (
    <Panel title="Are revoked keys refused?" answer="Keys are checked against a set in memory that is kept current.">
      <Facts
        facts={[
          { name: 'Keys', value: formatCount(keySet.keys) },
          {
            name: 'Current',
            value: (
              <Badge tone={keySet.age_seconds < oldAge ? 'good' : 'bad'}>
                {countOf(Math.round(keySet.age_seconds), 'second')} ago
              </Badge>
            ),
          },
        ]}
      />
    </Panel>
  );
}

/** The last proof that every balance equals the sum of its entries. */
function ReconcilePanel({ reconcile }: { reconcile: View<'ReconcileView'> | null }) {
  return (
    <Panel title="Does every balance add up?" answer="Every balance is recomputed from its ledger entries.">
      {reconcile === null ? (
        <p>It has not been checked yet. The operator runs it with the reconcile command.</p>
      ) : (
        <p>
          <Badge tone={reconcile.differences === 0 ? 'good' : 'bad'}>
            {countOf(reconcile.differences, 'difference')}
          </Badge>{' '}
          <Moment at={reconcile.time} />
        </p>
      )}
    </Panel>
  );
}
