import { Badge, Box, type BoxProps, DataList, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  formatDate,
  formatInstant,
  formatMinute,
  formatRelative,
  formatSecond,
  formatUtcMinute,
  timeZone,
} from '../format/time';
import { describeUsd, moneyParts } from '../format/usd';

export function StatusBadge({ status }: { status: number }) {
  return <Badge color={status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'}>{status}</Badge>;
}

interface MoneyProps {
  usd: string;
  signed?: boolean;
  /** Minimum decimals, to align a column. */
  places?: number;
  /** Cuts a headline's balance to whole cents; the exact amount is in a hint. */
  cents?: boolean;
}

/** Emphasises the digits that matter: dollars and cents, or the fractions of an amount below a cent. */
export function Money({ usd, signed = false, places = 2, cents = false }: MoneyProps) {
  const { loud, quiet } = moneyParts(usd, places);
  const plus = signed && !usd.startsWith('-') ? '+' : '';
  if (cents)
    return (
      <Hint text={`Exactly ${plus}${describeUsd(usd)}`} className="figure">
        {plus}
        {loud}
      </Hint>
    );
  const isSmall = quiet !== '' && /^−?\$0\.00$/.test(loud);
  return (
    <span className="figure">
      {plus}
      <span className={isSmall ? 'faint' : undefined}>{loud}</span>
      {quiet && <span className={isSmall && /[1-9]/.test(quiet) ? undefined : 'faint'}>{quiet}</span>}
    </span>
  );
}

const formats = {
  relative: formatRelative,
  date: formatDate,
  minute: formatMinute,
  second: formatSecond,
  instant: formatInstant,
  utc: formatUtcMinute,
} as const;

interface MomentProps {
  at: string;
  /**
   * `relative`: 3 minutes ago; `date`: 21 Nov 2026; `minute`: 21 Nov, 14:03; `second`: 21 Nov, 14:03:22;
   * `instant`: to the second, always with the year; `utc`: `minute`, in UTC.
   */
  as?: keyof typeof formats;
}

export function Moment({ at, as = 'relative' }: MomentProps) {
  timeZone.use();
  const time = <time dateTime={at}>{formats[as](at)}</time>;
  return as === 'relative' ? <Hint text={formatInstant(at)}>{time}</Hint> : time;
}

export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <DataList withDivider size="md" gap="0.4375rem">
      {facts.map(({ name, value }) => (
        <DataList.Item key={name}>
          <DataList.ItemLabel>{name}</DataList.ItemLabel>
          <DataList.ItemValue>{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}

export function Hint({ text, children, ...box }: BoxProps & { text: string; children: ReactNode }) {
  return (
    <Tooltip label={text}>
      <Box component="span" tabIndex={0} aria-description={text} {...box}>
        {children}
      </Box>
    </Tooltip>
  );
}
