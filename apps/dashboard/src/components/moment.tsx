import { formatDate, formatInstant, formatMinute, formatRelative, formatSecond } from '../format/time';

const formats = {
  relative: formatRelative,
  date: formatDate,
  minute: formatMinute,
  second: formatSecond,
  instant: formatInstant,
} as const;

interface MomentProps {
  /** RFC 3339. */
  at: string;
  /**
   * `relative`: "3 minutes ago"; `date`: "21 Nov 2026"; `minute`: "21 Nov, 14:03"; `second`: the same to the second, for
   * rows of a log; `instant`: to the second, always with the year.
   */
  as?: keyof typeof formats;
}

/** A time, with the exact one behind it. */
export function Moment({ at, as = 'relative' }: MomentProps) {
  return (
    <time dateTime={at} title={`${formatInstant(at)} (${at})`}>
      {formats[as](at)}
    </time>
  );
}
