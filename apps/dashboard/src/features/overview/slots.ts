import { formatDay, formatHour, formatHourOfDay, timeZone } from '../../format/time';

/** `starts` are the beginnings of the bars: days such as `2026-11-21`, or hours such as `2026-11-21T05`. */
export interface Slots {
  readonly interval: 'hour' | 'day';
  readonly starts: readonly string[];
}

const maxDaysInHours = 3;
const hourMs = 3_600_000;

/**
 * Up to three days are drawn in hours. Future hours and the time before the account opened are left out, but a single
 * day is complete, and a chart in hours has at least 24 bars.
 */
export function slotsOf(
  { from, to }: { from: string; to: string },
  openedAt: string | undefined,
  nowMs: number,
): Slots {
  const first = openedAt !== undefined && openedAt.slice(0, 10) > from ? openedAt.slice(0, 10) : from;
  const days = (Date.parse(to) - Date.parse(first)) / (24 * hourMs) + 1;
  if (days > maxDaysInHours)
    return { interval: 'day', starts: startsBetween(Date.parse(first), Date.parse(to), 24, 10) };
  const lastMs = Date.parse(to) + 23 * hourMs;
  const endMs = from === to ? lastMs : Math.min(lastMs, hourOf(nowMs));
  const openMs = first === from ? Date.parse(first) : hourOf(Date.parse(openedAt!));
  return { interval: 'hour', starts: startsBetween(Math.min(openMs, endMs - 23 * hourMs), endMs, 1, 13) };
}

const hourOf = (ms: number): number => ms - (ms % hourMs);

function startsBetween(firstMs: number, lastMs: number, hours: number, length: number): string[] {
  const count = Math.max(1, Math.floor((lastMs - firstMs) / (hours * hourMs)) + 1);
  return Array.from({ length: count }, (_, index) =>
    new Date(firstMs + index * hours * hourMs).toISOString().slice(0, length),
  );
}

const isHour = (start: string): boolean => start.length === 13;

export function tickOf(start: string): string {
  if (!isHour(start)) return formatDay(start);
  return start.endsWith('T00') && timeZone.get() === 'utc' ? formatDay(start) : formatHour(start);
}

/** `21 Nov`, or `21 Nov, 05:00 UTC` in the chosen time zone. */
export function nameOf(start: string): string {
  return isHour(start) ? formatHourOfDay(start) : formatDay(start);
}

export function namedStarts({ interval, starts }: Slots, most: number): readonly string[] {
  const least = Math.ceil(starts.length / Math.max(1, most));
  if (interval === 'day') return starts.filter((_, index) => (starts.length - 1 - index) % least === 0);
  const every = [1, 2, 3, 6, 12, 24].find((step) => step >= least) ?? 24;
  return starts.filter((start) => Number(start.slice(11)) % every === 0);
}
