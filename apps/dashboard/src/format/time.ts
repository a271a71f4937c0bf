const formatter = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options);

const day = { day: 'numeric', month: 'short' } as const;
const time = { hour: '2-digit', minute: '2-digit' } as const;

const instant = formatter({ ...day, year: 'numeric', ...time, second: '2-digit' });
const second = formatter({ ...day, ...time, second: '2-digit' });
const date = formatter({ ...day, year: 'numeric' });
const minute = formatter({ ...day, ...time });
const utcDay = formatter({ ...day, timeZone: 'UTC' });
const longDay = formatter({ day: 'numeric', month: 'long', timeZone: 'UTC' });
const utcMinute = formatter({ ...day, ...time, timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `21 Nov 2026, 14:03:22`, in the reader's time zone. */
export const formatInstant = (iso: string): string => instant.format(new Date(iso));

/** `21 Nov, 14:03:22`; with the year if it is not this year. */
export function formatSecond(iso: string, now = new Date()): string {
  const at = new Date(iso);
  return (at.getFullYear() === now.getFullYear() ? second : instant).format(at);
}

/** `21 Nov, 14:03`, in UTC. */
export const formatUtcMinute = (iso: string): string => utcMinute.format(new Date(iso));

/** `21 Nov 2026` */
export const formatDate = (iso: string): string => date.format(new Date(iso));

/** `21 Nov, 14:03`; `21 Nov 2025` if that was another year. */
export function formatMinute(iso: string, now = new Date()): string {
  const at = new Date(iso);
  return (at.getFullYear() === now.getFullYear() ? minute : date).format(at);
}

/** `21 Nov` for the UTC day `2026-11-21`. */
export const formatDay = (day: string): string => utcDay.format(new Date(`${day.slice(0, 10)}T00:00:00Z`));

export const isToday = (day: string): boolean => day === new Date().toISOString().slice(0, 10);

export const formatLongDay = (day: string): string => longDay.format(new Date(`${day.slice(0, 10)}T00:00:00Z`));

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
