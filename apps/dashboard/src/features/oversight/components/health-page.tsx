import { useQuery } from '@tanstack/react-query';
import { Notice } from '../../../components/notice';
import { Page } from '../../../components/page';
import { QueryView } from '../../../components/query-view';
import { healthQuery } from '../oversight-queries';
import classes from './health-page.module.css';
import { KeySetPanel } from './key-set-panel';
import { QueuePanel } from './queue-panel';
import { ReconcilePanel } from './reconcile-panel';
import { UpstreamPanel } from './upstream-panel';

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
            <div className={classes.panels}>
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
