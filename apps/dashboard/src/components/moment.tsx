import { formatInstant, formatMinute, formatRelative } from '../format/time';

interface MomentProps {
  /** RFC 3339. */
  at: string;
  /** `relative`: "3 minutes ago"; `minute`: "21 Nov, 14:03"; `instant`: to the second, with the year. */
  as?: 'relative' | 'minute' | 'instant';
}

const formats = { relative: formatRelative, minute: formatMinute, instant: formatInstant } as const;

/** A time, with the exact one behind it. */
export function Moment({ at, as = 'relative' }: MomentProps) {
  return (
    <time dateTime={at} title={`${formatInstant(at)} (${at})`}>
      {formats[as](at)}
    </time>
  );
}
