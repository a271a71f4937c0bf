import { type DaySpan, isDay } from '../../format/days';
import { storedSetting } from '../../format/stored-setting';
import { formatDay } from '../../format/time';

export const periods = [1, 7, 30, 90] as const;

type Period = { readonly days: (typeof periods)[number] } | { readonly from: string; readonly to: string };

export interface PeriodSearch extends DaySpan {
  days?: (typeof periods)[number];
}

export interface OverviewSearch extends PeriodSearch {
  by?: 'key';
  measure?: 'requests';
  table?: true;
}

const defaultDays = 30;

/** The period that an overview opened without one shows. */
export const chosenDays = storedSetting('loupe-period', ['30', '1', '7', '90']);

const dayMs = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function periodSearch({ days, from, to }: Record<string, unknown>): PeriodSearch {
  if (isDay(from) && isDay(to) && from <= to) return { from, to };
  const known = periods.find((one) => one === Number(days));
  return known === undefined || known === defaultDays ? {} : { days: known };
}

export function overviewSearch(search: Record<string, unknown>): OverviewSearch {
  const { by, measure, table } = search;
  return {
    ...periodSearch(search),
    ...(by === 'key' && { by }),
    ...(measure === 'requests' && { measure }),
    ...(table === true && { table }),
  };
}

export function periodOf({ days = defaultDays, from, to }: PeriodSearch): Period {
  return from !== undefined && to !== undefined ? { from, to } : { days };
}

/** `today`, `in the last 30 days`, `on 3 Nov` or `from 3 Nov to 9 Nov`. */
export function periodName(period: Period): string {
  if ('days' in period && period.days === 1) return 'today';
  if ('from' in period && period.from === period.to) return `on ${formatDay(period.from)}`;
  return 'days' in period
    ? `in the last ${period.days} days`
    : `from ${formatDay(period.from)} to ${formatDay(period.to)}`;
}

export const periodLabel = (days: (typeof periods)[number]): string => (days === 1 ? 'Today' : `${days} days`);

export function lastWeek(now = Date.now()): { from: string; to: string } {
  return { from: dayOf(now - 6 * dayMs), to: dayOf(now) };
}

export function periodBefore({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return { from: dayOf(Date.parse(from) - days * dayMs), to: dayOf(Date.parse(from) - dayMs) };
}
