import { outcomes } from '@loupe/dto';
import { Box, Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useState } from 'react';
import { accountQuery, changeAccount, overviewQuery, ownAccount } from '../../account/account-queries';
import { ledgerLink, requestsLink, useAccountScope } from '../../account/account-scope';
import { AddFunds } from '../../account/add-funds';
import { useIsEmpty } from '../../account/operations';
import { outcomeNames } from '../../account/outcome-names';
import { usePermissions } from '../../account/permissions';
import type { View } from '../../api/client';
import { AlertBox } from '../../components/alert-box';
import { type DialogControl, UsdInput } from '../../components/dialog';
import { EditDialog } from '../../components/edit-dialog';
import { Hint, Money } from '../../components/values';
import { changeOf } from '../../format/change';
import { formatCount, formatShare } from '../../format/counts';
import { isToday } from '../../format/time';
import { describeUsd, microsOf, plainAmount, roundUsd } from '../../format/usd';
import { EmptyBalance } from './empty-balance';
import { countOutcome } from './outcome-counts';
import classes from './overview.module.css';
import { useOverviewSearch, usePeriodBefore } from './overview-queries';
import { lastWeek, periodLabel, periods } from './period';
import { runwayOf } from './runway';
import { TodayByKey } from './today-by-key';

export function BalancePanel({ overview, period }: { overview: View<'OverviewView'>; period: string }) {
  const scope = useAccountScope();
  const account = useQuery(accountQuery(scope)).data;
  const { totals, from, to } = overview;
  const isEmpty = useIsEmpty(overview.balance_usd);
  const periodBefore = usePeriodBefore(overview);
  // An unfinished day is not comparable with a whole day.
  const isComparable = periodBefore !== undefined && !(from === to && isToday(to));
  const before = useQuery({
    ...overviewQuery(scope, periodBefore ?? {}),
    enabled: isComparable,
    staleTime: 600_000,
  }).data;
  const month = from.slice(0, 7) === to.slice(0, 7) ? { month: from.slice(0, 7) } : {};
  return (
    <Stack component="section" className="surface" p="var(--gutter)" aria-label="Balance">
      {account?.status === 'suspended' && scope.kind === 'own' && (
        <AlertBox tone="bad" title="This account is suspended">
          {microsOf(account.debt_usd) > 0n &&
            `A card payment was taken back after it was spent: the account owes ${describeUsd(account.debt_usd)}. `}
          Its keys are refused until support resumes the account. Contact support.
        </AlertBox>
      )}
      {isEmpty && <EmptyBalance account={account} />}
      {!isEmpty && account?.low_balance_since && (
        <AlertBox tone="warn" title="The balance is low">
          It is below {describeUsd(account.low_balance_threshold_usd ?? '0')}. Requests that cost more than the balance
          are refused.
          {scope.kind === 'own' && <AddFunds />}
        </AlertBox>
      )}
      <Group justify="space-between" align="end" gap="var(--space-6) var(--space-12)">
        <div>
          <Box component="h2" {...label}>
            Balance
          </Box>
          <Box component="p" mt="var(--space-1)" fz="var(--text-3xl)" fw={600} lh={1.15} lts="-0.03em">
            <Money usd={overview.balance_usd} cents />
          </Box>
          {scope.kind === 'own' && !isEmpty && !account?.low_balance_since && <AddFunds />}
          {!isEmpty && <p className="soft">{runwayOf(overview.days_left, overview.burn_rate_usd_per_day)}</p>}
          {totals.requests > 0 && <TodayByKey />}
        </div>
        <div className={classes.periodFigures}>
          <PeriodControl />
          {totals.requests > 0 && (
            <dl className={classes.stats} aria-label={`Totals ${period}`}>
              <Stat
                name="Spent"
                value={roundUsd(totals.spend_usd)}
                change={before && changeOf(Number(totals.spend_usd), Number(before.totals.spend_usd))}
                link={{ ...ledgerLink(scope), search: month }}
              />
              <Stat
                name="Requests"
                value={formatCount(totals.requests)}
                change={before && changeOf(totals.requests, before.totals.requests)}
                link={{ ...requestsLink(scope), search: { from, to } }}
              />
              {outcomes.map((outcome) => (
                <Stat
                  key={outcome}
                  name={outcomeNames(scope)[outcome]}
                  hint={outcome === 'answered' ? 'Successes, and charged answers such as “not found”' : undefined}
                  value={formatShare(countOutcome(overview, outcome), totals.requests)}
                  link={{ ...requestsLink(scope), search: { outcome, from, to } }}
                />
              ))}
            </dl>
          )}
        </div>
      </Group>
      {account && <ThresholdControl threshold={account.low_balance_threshold_usd} />}
    </Stack>
  );
}

const label = { c: 'var(--ink-soft)', fz: 'var(--text-sm)', fw: 500, lts: 0 };

interface StatProps {
  name: string;
  value: string;
  link: LinkProps;
  change?: string | undefined;
  hint?: string | undefined;
}

function Stat({ name, value, link, change, hint }: StatProps) {
  return (
    <div className={classes.stat}>
      <Box component="dt" {...label}>
        {hint ? <Hint text={hint}>{name}</Hint> : name}
      </Box>
      <Box component="dd" fz="xl" fw={600} lts="-0.015em">
        <Link {...link} className="quiet" preload={false}>
          {value}
        </Link>
        {change && (
          <Hint text="Compared with the preceding period" display="block" w="fit-content" {...label}>
            {change}
          </Hint>
        )}
      </Box>
    </div>
  );
}

const custom = 'custom';

function PeriodControl() {
  const {
    search: { days = 30, from, to },
    showPeriod,
  } = useOverviewSearch();
  const isCustom = from !== undefined && to !== undefined;
  return (
    <Group gap="var(--space-2) var(--space-3)">
      {isCustom && <PeriodDays from={from} to={to} onChange={showPeriod} />}
      <SegmentedControl
        aria-label="Period"
        value={isCustom ? custom : String(days)}
        onChange={(value) => showPeriod(value === custom ? lastWeek() : { days: value })}
        data={[
          ...periods.map((value) => ({ value: String(value), label: periodLabel(value) })),
          { value: custom, label: 'Custom' },
        ]}
      />
    </Group>
  );
}

function ThresholdControl({ threshold }: { threshold: string | null }) {
  const { own } = usePermissions();
  const [opened, setOpened] = useState(false);
  return (
    <Group className="aside ruled" gap="var(--space-1) var(--space-4)" pt="sm">
      <span>{threshold === null ? 'No low-balance alert' : `Low-balance alert at ${describeUsd(threshold)}`}</span>
      {own && (
        <Button variant="subtle" size="compact-sm" mx="calc(-1 * var(--space-2))" onClick={() => setOpened(true)}>
          {threshold === null ? 'Set an alert' : 'Change'}
        </Button>
      )}
      <ThresholdDialog threshold={threshold} opened={opened} onClose={() => setOpened(false)} />
    </Group>
  );
}

interface PeriodDaysProps {
  from: string;
  to: string;
  onChange: (period: { from: string; to: string }) => void;
}

function PeriodDays({ from, to, onChange }: PeriodDaysProps) {
  return (
    <Group className="aside" gap="xs" wrap="nowrap">
      <TextInput
        type="date"
        size="xs"
        aria-label="First day"
        max={to}
        value={from}
        onChange={(event) => onChange({ from: event.currentTarget.value, to })}
      />
      <span>to</span>
      <TextInput
        type="date"
        size="xs"
        aria-label="Last day"
        min={from}
        value={to}
        onChange={(event) => onChange({ from, to: event.currentTarget.value })}
      />
    </Group>
  );
}

function ThresholdDialog({ threshold, ...dialog }: DialogControl & { threshold: string | null }) {
  return (
    <EditDialog
      {...dialog}
      title="Low-balance alert"
      stored={{ low_balance_threshold_usd: threshold }}
      formOf={({ low_balance_threshold_usd: usd }) => ({ low_balance_threshold_usd: plainAmount(usd) })}
      changesOf={({ low_balance_threshold_usd: text }) => ({ low_balance_threshold_usd: text.trim() || null })}
      send={changeAccount}
      queryKey={ownAccount}
      saved={({ low_balance_threshold_usd: text }) =>
        text.trim() ? `The low-balance alert is set to $${text.trim()}.` : 'The low-balance alert is off.'
      }
    >
      {(form) => (
        <UsdInput
          label="Alert below"
          description="You are told in the bell, by email and at your webhook endpoints, as chosen under Account. Leave empty for no alert."
          data-autofocus
          {...form.getInputProps('low_balance_threshold_usd')}
        />
      )}
    </EditDialog>
  );
}
