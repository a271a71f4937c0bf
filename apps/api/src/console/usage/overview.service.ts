import { formatUsd, outcomeOf } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../../core/accounts/accounts.repository';
import { ApiKeys } from '../../core/auth/lifecycle/api-keys';
import { addDays, eachDay, periodOf } from '../../core/usage/period';
import { UsageTotals } from '../../core/usage/usage-totals';
import type { UsageDimension, UsageTotal, UsageTotalsQuery } from '../../core/usage/usage-totals.repository';
import { clock } from '../../platform/clock';
import { utcDay } from '../../platform/utc-days';
import { burnDays, burnRate, daysLeft } from '../fields/runway';
import { bySpend, keyTotalsView, maxKeysShown, type UsageSum, usageTotalsView } from '../fields/usage-sums';
import type { DayTotalsView, OverviewQuery, OverviewView } from './usage.dto';

const defaultDays = 30;
const maxDays = 366;

type Of = Omit<UsageTotalsQuery, 'interval' | 'by'>;

const nothingUsed: UsageSum = { requests: 0, chargedRequests: 0, errors: 0, chargedMicros: 0n };

@Injectable()
export class OverviewService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly totals: UsageTotals,
    private readonly keys: ApiKeys,
  ) {}

  /** @throws {Problem} `unprocessable_entity` for an invalid or too long period */
  async read(accountId: number, { days = defaultDays, key_id, ...query }: OverviewQuery): Promise<OverviewView> {
    const { from, to } = periodOf(query, days, maxDays);
    const today = utcDay(clock.wallMs());
    const account = await this.accounts.read(this.dataSource, accountId);
    const keyIds = key_id === undefined ? undefined : await this.keys.familyOf(accountId, Number(key_id));
    const sums = await this.sumsByDay({ accountId, fromDay: from, toDay: to, keyIds });
    // The burn rate does not depend on the requested period.
    const lastWeek = await this.sumsByDay({ accountId, fromDay: addDays(today, 1 - burnDays), toDay: today });
    const spentMicros = [...lastWeek.values()].reduce((total, { chargedMicros }) => total + chargedMicros, 0n);
    const burnMicros = burnRate(spentMicros, account.createdAt, clock.wallMs());
    return {
      balance_usd: formatUsd(account.balanceMicros),
      burn_rate_usd_per_day: formatUsd(burnMicros),
      days_left: daysLeft(account.balanceMicros, burnMicros),
      from,
      to,
      ...dayViews(sums, from, to),
      ...(await this.breakdowns({ accountId, fromDay: from, toDay: to, keyIds })),
    };
  }

  private async sumsByDay(of: Of): Promise<Map<string, UsageSum>> {
    const rows = await this.totals.list({ ...of, interval: 'day', by: ['time'] });
    return new Map(rows.map((row) => [utcDay(row.time!.getTime()), row]));
  }

  private async breakdowns(of: Of) {
    const by = (dimension: UsageDimension): Promise<UsageTotal[]> =>
      this.totals.list({ ...of, interval: 'day', by: [dimension] });
    const [operations, keys, codes] = await Promise.all([by('operation'), by('key'), by('code')]);
    const topKeys = keys.sort(bySpend).slice(0, maxKeysShown);
    const names = await this.keys.names(
      [of.accountId],
      topKeys.map(({ keyId }) => keyId!),
    );
    return {
      by_operation: operations.sort(bySpend).map((sum) => ({ operation: sum.operation!, ...usageTotalsView(sum) })),
      by_key: topKeys.map((sum) => keyTotalsView(sum, names)),
      errors_by_code: codes
        .filter(({ code }) => code !== '')
        .sort((a, b) => b.requests - a.requests)
        .map(({ code, requests }) => ({ code: code!, outcome: outcomeOf(code), requests })),
    };
  }
}

function addUsage(a: UsageSum, b: UsageSum): UsageSum {
  return {
    requests: a.requests + b.requests,
    chargedRequests: a.chargedRequests + b.chargedRequests,
    errors: a.errors + b.errors,
    chargedMicros: a.chargedMicros + b.chargedMicros,
  };
}

function dayViews(sums: ReadonlyMap<string, UsageSum>, from: string, to: string) {
  const days = eachDay(from, to).map((day) => ({ day, sum: sums.get(day) ?? nothingUsed }));
  return {
    totals: usageTotalsView(days.reduce((total, { sum }) => addUsage(total, sum), nothingUsed)),
    by_day: days.map(({ day, sum }): DayTotalsView => ({ day, ...usageTotalsView(sum) })),
  };
}
