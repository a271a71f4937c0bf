import { Box, UnstyledButton } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { usageQuery } from '../../account/account-queries';
import { requestsLink, useAccountScope } from '../../account/account-scope';
import { OperationName } from '../../account/operations';
import type { View } from '../../api/client';
import { IconChevronRight } from '../../components/icons';
import { countOf } from '../../format/counts';
import { formatDay } from '../../format/time';
import { microsOf } from '../../format/usd';
import classes from './ledger.module.css';

export interface DayPart {
  readonly kind: 'part';
  readonly id: string;
  readonly day: string;
  readonly amountUsd: string;
  readonly usage: View<'UsageRowView'> | undefined;
}

const maxParts = 30;

export function useDayParts(days: readonly string[]): ReadonlyMap<string, DayPart[]> {
  const scope = useAccountScope();
  const queries = useQueries({
    queries: days.map((day) => usageQuery(scope, { from: day, to: day }, 'operation_and_key', 'day')),
  });
  return new Map(days.map((day, index) => [day, partsOf(day, queries[index]?.data)]));
}

function partsOf(day: string, rows: View<'UsageRowView'>[] | undefined): DayPart[] {
  if (!rows) return [{ kind: 'part', id: `${day} waiting`, day, amountUsd: '0', usage: undefined }];
  const charged = rows.filter(({ charged_requests }) => charged_requests > 0);
  return (charged.length > 0 ? charged : rows)
    .toSorted((a, b) => Number(microsOf(b.spend_usd) - microsOf(a.spend_usd)) || b.requests - a.requests)
    .slice(0, maxParts)
    .map((usage) => ({
      kind: 'part',
      id: `${day} ${usage.operation} ${usage.key_id}`,
      day,
      amountUsd: microsOf(usage.spend_usd) === 0n ? '0' : `-${usage.spend_usd}`,
      usage,
    }));
}

interface DayLineProps {
  day: View<'StatementDay'>;
  opened: boolean;
  onToggle: () => void;
}

export function DayLine({ day: { day, requests, charged_requests }, opened, onToggle }: DayLineProps) {
  return (
    <UnstyledButton className={classes.day} display="inline-flex" aria-expanded={opened} onClick={onToggle}>
      <span className="unprinted">
        <IconChevronRight size={14} />
      </span>
      <span>
        <span className="visually-hidden">Charges of {formatDay(day)}: </span>
        {countOf(requests, 'request')}
        {charged_requests < requests && <span className="soft">, {countOf(charged_requests, 'charge')}</span>}
      </span>
    </UnstyledButton>
  );
}

export function DayPartLine({ part: { day, usage } }: { part: DayPart }) {
  const scope = useAccountScope();
  if (!usage)
    return (
      <Box component="span" className="soft" pl="lg">
        Loading …
      </Box>
    );
  const { operation, key_id, key_name, requests } = usage;
  const search = { ...(operation && { operation }), ...(key_id && { keyId: key_id }), from: day, to: day };
  return (
    <Box component="span" display="inline-block" pl="1.25rem">
      <Link {...requestsLink(scope)} search={search} preload={false}>
        {operation ? <OperationName id={operation} /> : 'All operations'}
      </Link>{' '}
      <span className="soft">
        by {key_name}, {countOf(requests, 'request')}
      </span>
    </Box>
  );
}
