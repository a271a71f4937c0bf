import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useAccountScope } from '../../../account/account-scope';
import { QueryView } from '../../../components/query-view';
import { overviewQuery } from '../overview-queries';
import { usualPeriod } from '../period';
import { BalancePanel } from './balance-panel';
import { ErrorsPanel } from './errors-panel';
import { FirstCallPanel } from './first-call-panel';
import { KeysPanel } from './keys-panel';
import classes from './overview-view.module.css';
import { PeriodControl } from './period-control';
import { SpendPanel } from './spend-panel';

const pollMs = 4_000;
const restMs = 60_000;

/** Money first, then where it goes, then what goes wrong. Without any request yet: how to make the first. */
export function OverviewView() {
  const scope = useAccountScope();
  const { days = usualPeriod } = useSearch({ strict: false });
  const overview = useQuery({
    ...overviewQuery(scope, days),
    refetchInterval: ({ state }) => (state.data?.totals.requests === 0 ? pollMs : restMs),
  });
  return (
    <QueryView query={overview} loading="Loading the overview">
      {(view) => (
        <div className={classes.view}>
          {scope.kind === 'customer' && (
            <div className={classes.period}>
              <PeriodControl />
            </div>
          )}
          <BalancePanel overview={view} days={days} />
          {view.totals.requests === 0 ? (
            <FirstCallPanel days={days} />
          ) : (
            <>
              <SpendPanel overview={view} />
              <div className={classes.pair}>
                <KeysPanel overview={view} />
                <ErrorsPanel overview={view} />
              </div>
            </>
          )}
        </div>
      )}
    </QueryView>
  );
}
