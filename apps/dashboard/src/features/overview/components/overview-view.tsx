import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useAccountScope } from '../../../account/account-scope';
import { QueryView } from '../../../components/query-view';
import { overviewQuery } from '../overview-queries';
import { type PeriodSearch, periodName, periodOf } from '../period';
import { BalancePanel } from './balance-panel';
import { ErrorsPanel } from './errors-panel';
import { FirstCallPanel } from './first-call-panel';
import { KeysPanel } from './keys-panel';
import classes from './overview-view.module.css';
import { SpendPanel } from './spend-panel';

const pollMs = 4_000;
const restMs = 60_000;

/** Money first, then where it goes, then what goes wrong. Without any request yet: how to make the first. */
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
        <div className={classes.view}>
          <BalancePanel overview={view} period={periodName(period)} />
          {view.totals.requests === 0 ? (
            <FirstCallPanel period={periodName(period)} />
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
