import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../../account/account-query';
import { useAccountScope } from '../../../account/account-scope';
import type { View } from '../../../api/views';
import { Money } from '../../../components/money';
import { Notice } from '../../../components/notice';
import { formatCount, formatShare } from '../../../format/counts';
import { describeUsd, roundUsd } from '../../../format/usd';
import { runwayOf } from '../runway';
import classes from './balance-panel.module.css';
import { PeriodControl } from './period-control';
import { ThresholdControl } from './threshold-control';

type Overview = View<'OverviewView'>;

/** What is left, how long it lasts, and what the period took. */
export function BalancePanel({ overview, period }: { overview: Overview; period: string }) {
  const account = useQuery(accountQuery(useAccountScope())).data;
  const { totals } = overview;
  return (
    <section className={classes.panel} aria-label="Balance">
      {account?.status === 'suspended' && (
        <Notice tone="bad" title="This account is suspended">
          Its keys are refused until support resumes it.
        </Notice>
      )}
      {account?.low_balance_since && (
        <Notice tone="warn" title="The balance is low">
          It has fallen below {describeUsd(account.low_balance_threshold_usd ?? '0')}. Requests are refused once it does
          not cover their price.
        </Notice>
      )}
      <div className={classes.figures}>
        <div>
          <h2 className={classes.label}>Balance</h2>
          <p className={classes.balance}>
            <Money usd={overview.balance_usd} />
          </p>
          <p className={classes.runway}>{runwayOf(overview.days_left, overview.burn_rate_usd_per_day)}</p>
        </div>
        <div className={classes.period}>
          <PeriodControl />
          <dl className={classes.stats} aria-label={`The period of ${period}`}>
            <Stat name="Spent" value={roundUsd(totals.spend_usd)} />
            <Stat name="Requests" value={formatCount(totals.requests)} />
            <Stat name="Failed" value={formatShare(totals.errors, totals.requests)} />
          </dl>
        </div>
      </div>
      {account && <ThresholdControl account={account} />}
    </section>
  );
}

function Stat({ name, value }: { name: string; value: string }) {
  return (
    <div className={classes.stat}>
      <dt className={classes.label}>{name}</dt>
      <dd className={classes.value}>{value}</dd>
    </div>
  );
}
