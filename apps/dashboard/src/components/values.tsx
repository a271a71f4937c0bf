import { Badge, Box, type BoxProps, DataList, Text, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDate, formatInstant, formatMinute, formatRelative, formatSecond, formatUtcMinute } from '../format/time';
import { describeUsd, moneyParts } from '../format/usd';

export function StatusBadge({ status }: { status: number }) {
  return <Badge color={status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'}>{status}</Badge>;
}

interface MoneyProps {
  usd: string;
  signed?: boolean;
  /** Minimum decimals, for amounts in a column. */
  places?: number;
  /** A balance in a headline: no more than it holds for sure, the rest in a hint. */
  cents?: boolean;
}

/** An exact amount, the digits that matter in ink: the cents, or of less than a cent its fractions. */
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
      <Text span inherit {...(isSmall && faint)}>
        {loud}
      </Text>
      {quiet && (
        <Text span inherit {...((!isSmall || !/[1-9]/.test(quiet)) && faint)}>
          {quiet}
        </Text>
      )}
    </span>
  );
}

const faint = { c: 'var(--ink-faint)' };

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
   * `relative`: "3 minutes ago"; `date`: "21 Nov 2026"; `minute`: "21 Nov, 14:03"; `second`: the same to the second, for
   * rows of a log; `instant`: to the second, always with the year; `utc`: `minute`, of UTC.
   */
  as?: keyof typeof formats;
}

export function Moment({ at, as = 'relative' }: MomentProps) {
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
