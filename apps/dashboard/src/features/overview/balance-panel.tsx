import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { accountQuery } from '../../account/account-queries';
import { useAccountScope } from '../../account/account-scope';
import type { View } from '../../api/views';
import { Dialog, WhenWanted } from '../../components/dialog';
import { Notice } from '../../components/notice';
import { Segments } from '../../components/segments';
import { Money } from '../../components/values';
import { formatCount, formatShare } from '../../format/counts';
import { describeUsd, roundUsd } from '../../format/usd';
import classes from './overview.module.css';
import { lastWeek, type PeriodSearch, periodSearch, periods } from './period';
import { runwayOf } from './runway';

type Overview = View<'OverviewView'>;

/** What is left, how long it lasts, and what the period took. */
export function BalancePanel({ overview, period }: { overview: Overview; period: string }) {
  const account = useQuery(accountQuery(useAccountScope())).data;
  const { totals } = overview;
  return (
    <section className={classes.balancePanel} aria-label="Balance">
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
          <h2 className={classes.figureLabel}>Balance</h2>
          <p className={classes.balance}>
            <Money usd={overview.balance_usd} />
          </p>
          <p className={classes.runway}>{runwayOf(overview.days_left, overview.burn_rate_usd_per_day)}</p>
        </div>
        <div className={classes.periodFigures}>
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
      <dt className={classes.figureLabel}>{name}</dt>
      <dd className={classes.statValue}>{value}</dd>
    </div>
  );
}

const PeriodDays = lazy(async () => ({ default: (await import('./period-days')).PeriodDays }));

const own = 'own';

/** The last days, or from one day to another. */
function PeriodControl() {
  const navigate = useNavigate();
  const { days = 30, from, to }: PeriodSearch = useSearch({ strict: false });
  const go = (wish: Record<string, unknown>) =>
    void navigate({ to: '.', search: periodSearch(wish), replace: true, resetScroll: false });
  const chosen = from !== undefined && to !== undefined;
  return (
    <div className={classes.periodControl}>
      <WhenWanted wanted={chosen}>{chosen && <PeriodDays from={from} to={to} onChange={go} />}</WhenWanted>
      <Segments
        label="Period"
        value={chosen ? own : String(days)}
        onChange={(value) => go(value === own ? lastWeek() : { days: value })}
        choices={[
          ...periods.map((period) => ({ value: String(period), label: `${period} days` })),
          { value: own, label: 'Custom' },
        ]}
      />
    </div>
  );
}

const ThresholdForm = lazy(async () => ({ default: (await import('./threshold-form')).ThresholdForm }));

type Account = View<'AccountView'>;

/** Below which balance the owner wants to be told, and the dialog that changes it. */
function ThresholdControl({ account }: { account: Account }) {
  const own = useAccountScope().kind === 'own';
  const [opened, setOpened] = useState(false);
  const threshold = account.low_balance_threshold_usd;
  return (
    <div className={classes.thresholdControl}>
      <span>
        {threshold === null ? 'No warning about a low balance is set.' : `Warns below ${describeUsd(threshold)}.`}
      </span>
      {own && (
        <Button variant="subtle" size="compact-sm" onClick={() => setOpened(true)}>
          {threshold === null ? 'Set a warning' : 'Change'}
        </Button>
      )}
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Low-balance warning">
        <ThresholdForm threshold={threshold} onDone={() => setOpened(false)} />
      </Dialog>
    </div>
  );
}
