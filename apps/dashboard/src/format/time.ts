import { storedSetting } from './stored-setting';

/** The time zone of the dashboard's times. Days and months of money are always UTC, and say so. */
export const timeZone = storedSetting('loupe-time-zone', ['utc', 'local']);

type Formats = (zone: 'utc' | 'local') => Intl.DateTimeFormat;

/** Made when first used: a browser takes milliseconds for each. */
function formatter(options: Intl.DateTimeFormatOptions): Formats {
  const made: Partial<Record<'utc' | 'local', Intl.DateTimeFormat>> = {};
  return (zone) => {
    made[zone] ??= new Intl.DateTimeFormat('en-GB', { ...options, ...(zone === 'utc' && { timeZone: 'UTC' }) });
    return made[zone];
  };
}

const day = { day: 'numeric', month: 'short' } as const;
const time = { hour: '2-digit', minute: '2-digit' } as const;

const instant = formatter({ ...day, year: 'numeric', ...time, second: '2-digit', timeZoneName: 'short' });
const second = formatter({ ...day, ...time, second: '2-digit' });
const date = formatter({ ...day, year: 'numeric' });
const minute = formatter({ ...day, ...time });
const clock = formatter(time);
const year = formatter({ year: 'numeric' });
const zone = formatter({ timeZoneName: 'short' });
const utcDay = formatter(day);
const longDay = formatter({ day: 'numeric', month: 'long' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const inZone = (formats: Formats, at: Date): string => formats(timeZone.get()).format(at);
const isYearOf = (at: Date, now: Date): boolean => inZone(year, at) === inZone(year, now);

/** `UTC`, or the browser's zone, such as `GMT+5:30`. */
export const zoneName = (): string =>
  zone(timeZone.get())
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';

/** `21 Nov 2026, 14:03:22 UTC` */
export const formatInstant = (iso: string): string => inZone(instant, new Date(iso));

/** `21 Nov, 14:03:22`; with the year if it is not this year. */
export function formatSecond(iso: string, now = new Date()): string {
  const at = new Date(iso);
  return inZone(isYearOf(at, now) ? second : instant, at);
}

/** `21 Nov, 14:03`, in UTC. */
export const formatUtcMinute = (iso: string): string => minute('utc').format(new Date(iso));

/** `21 Nov 2026` */
export const formatDate = (iso: string): string => inZone(date, new Date(iso));

/** `21 Nov, 14:03 UTC`; `21 Nov 2025` if that was another year. */
export function formatMinute(iso: string, now = new Date()): string {
  const at = new Date(iso);
  return isYearOf(at, now) ? `${inZone(minute, at)} ${zoneName()}` : inZone(date, at);
}

/** `14:00`, for the UTC hour `2026-11-21T14`. */
export const formatHour = (hour: string): string => inZone(clock, new Date(`${hour}:00Z`));

/** `21 Nov, 14:00 UTC`, for the UTC hour `2026-11-21T14`. */
export const formatHourOfDay = (hour: string): string => `${inZone(minute, new Date(`${hour}:00Z`))} ${zoneName()}`;

/** `21 Nov` for the UTC day `2026-11-21`. */
export const formatDay = (day: string): string => utcDay('utc').format(new Date(`${day.slice(0, 10)}T00:00:00Z`));

export const isToday = (day: string): boolean => day === new Date().toISOString().slice(0, 10);

export const formatLongDay = (day: string): string => longDay('utc').format(new Date(`${day.slice(0, 10)}T00:00:00Z`));

/** `just now`, `3 minutes ago`, `in 2 days`, `yesterday`. */
export function formatRelative(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1_000;
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  if (!step) return seconds > 5 ? 'in a moment' : 'just now';
  return relative.format(Math.trunc(seconds / step[1]), step[0]);
}

/** `45 seconds`, `2 hours`, `7 days`: the largest unit that says it exactly. */
export function formatSpan(seconds: number): string {
  const [unit, size] = steps.find(([, step]) => seconds >= step && seconds % step === 0) ?? ['second', 1];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
