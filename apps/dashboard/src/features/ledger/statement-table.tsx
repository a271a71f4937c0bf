import { Badge, Button, Group, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { entryPlace, ledgerLink, overviewLink, useAccountScope } from '../../account/account-scope';
import { usePermissions } from '../../account/permissions';
import type { View } from '../../api/client';
import { ShortId } from '../../components/copy';
import { type DialogControl, ReasonDialog } from '../../components/dialog';
import { type Column, Table } from '../../components/table';
import { Moment, Money } from '../../components/values';
import { countOf } from '../../format/counts';
import { formatDay } from '../../format/time';
import { describeUsd, placesOf } from '../../format/usd';
import { useReverseEntry } from './ledger-queries';
import { Receipt } from './payments-panel';
import { type Entry, pairOf, type StatementLine, statementLines } from './statement-lines';

/** The minimum number of decimals, so that the usual amounts of the column align. */
export const usualPlaces = 4;

export function StatementTable({ statement }: { statement: View<'StatementView'> }) {
  const { assist: mayReverse } = usePermissions();
  const { hash } = useLocation();
  const [reversing, setReversing] = useState<{ entry: Entry; opened: boolean }>();
  // The router scrolls before the statement has loaded.
  useEffect(() => document.getElementById(hash)?.scrollIntoView({ block: 'center' }), [hash]);
  const lines = statementLines(statement);
  const targetPair = statement.entries.filter(({ id }) => entryPlace(id).hash === hash).map(pairOf)[0];
  const isMarked = (line: StatementLine) =>
    line.id === hash || (line.kind === 'entry' && targetPair !== undefined && pairOf(line.entry) === targetPair);
  const balancePlaces = Math.max(usualPlaces, placesOf(lines.map(({ balanceUsd }) => balanceUsd)));
  const columns: Column<StatementLine>[] = [
    { title: 'Date (UTC)', cell: dateOf },
    {
      title: 'What',
      narrow: 'lead',
      cell: (line) => {
        if (line.kind === 'day') return <DayLine day={line.day} />;
        if (!('entry' in line)) return <strong>{balanceNames[line.kind]}</strong>;
        const { entry } = line;
        return (
          <EntryLine
            entry={entry}
            month={statement.month}
            {...(mayReverse && { onReverse: () => setReversing({ entry, opened: true }) })}
          />
        );
      },
    },
    { title: 'Amount', number: true, narrow: 'end', cell: amountOf },
    {
      title: 'Balance',
      number: true,
      cell: ({ balanceUsd }) => <Money usd={balanceUsd} places={balancePlaces} />,
    },
  ];
  return (
    <>
      <Table
        label="Statement, oldest first"
        rows={lines}
        idOf={({ id }) => id}
        attributesOf={(line) => ({ id: line.id, 'data-marked': isMarked(line) || undefined })}
        columns={columns}
      />
      {reversing && (
        <ReversalDialog
          entry={reversing.entry}
          opened={reversing.opened}
          onClose={() => setReversing({ ...reversing, opened: false })}
        />
      )}
    </>
  );
}

const balanceNames = { opening: 'Opening balance', closing: 'Closing balance' };

function dateOf(line: StatementLine): ReactNode {
  if (line.kind === 'entry') return <Moment at={line.entry.time} as="utc" />;
  return formatDay(line.kind === 'day' ? line.day.day : line.day);
}

function amountOf(line: StatementLine): ReactNode {
  if (line.kind === 'day') return <Money usd={line.day.charges_usd} places={usualPlaces} />;
  if (line.kind !== 'entry') return null;
  const { amount_usd } = line.entry;
  return (
    <Text span inherit {...(!amount_usd.startsWith('-') && { c: 'var(--good)', fw: 550 })}>
      <Money usd={amount_usd} signed places={usualPlaces} />
    </Text>
  );
}

/** Leads to the operations and keys of the day. */
function DayLine({ day: { day, requests, charged_requests } }: { day: View<'StatementDay'> }) {
  const charges = charged_requests < requests ? `, ${countOf(charged_requests, 'charge')}` : '';
  const text = `${countOf(requests, 'request')}${charges}`;
  return (
    <Link
      {...overviewLink(useAccountScope())}
      search={{ from: day, to: day }}
      preload={false}
      aria-label={`Charges of ${formatDay(day)}: ${text}`}
    >
      {text}
    </Link>
  );
}

interface EntryLineProps {
  entry: Entry;
  month: string;
  onReverse?: () => void;
}

const kindNames: Record<Entry['kind'], string> = {
  charge: 'Charge',
  top_up: 'Top-up',
  refund: 'Refund',
  debt: 'Debt',
  reversal: 'Reversal',
  adjustment: 'Adjustment',
};

const kindTones: Partial<Record<Entry['kind'], string>> = {
  top_up: 'good',
  refund: 'warn',
  debt: 'bad',
  reversal: 'warn',
};

function EntryLine({ entry, month, onReverse }: EntryLineProps) {
  const { id, kind, note, reverses_entry_id: reverses, reversed_by_entry_id: reversedBy } = entry;
  const scope = useAccountScope();
  const other = reverses ?? reversedBy;
  const place = other === null ? undefined : entryPlace(other);
  return (
    <Group component="span" display="inline-flex" gap="var(--space-1) var(--space-3)">
      <Badge color={kindTones[kind] ?? 'gray'}>{kindNames[kind]}</Badge>
      {note && <span className="breakable">{note}</span>}
      {entry.receipt_url && <Receipt url={entry.receipt_url} />}
      {place && (
        <Link {...ledgerLink(scope)} {...place} preload={false}>
          {reverses ? 'Reverses' : 'Reversed by'} …{other?.slice(-6)}
          {place.search.month !== month && ` (${place.search.month})`}
        </Link>
      )}
      <Group component="span" display="inline-flex" className="aside" gap="var(--space-1)">
        <ShortId id={id} what="entry id" />
      </Group>
      {onReverse && isReversible(entry) && (
        <Button className="unprinted" size="compact-sm" onClick={onReverse}>
          Reverse
        </Button>
      )}
    </Group>
  );
}

/** Card payments are refunded in Stripe’s dashboard. A debt is reversed to let the balance pay it. */
const isReversible = ({ kind, amount_usd, payment_id, reversed_by_entry_id }: Entry): boolean =>
  reversed_by_entry_id === null &&
  (kind === 'debt' ? !amount_usd.startsWith('-') : kind === 'top_up' && payment_id === null);

function ReversalDialog({ entry, ...dialog }: DialogControl & { entry: Entry }) {
  const reverseEntry = useReverseEntry(entry.id);
  const what = entry.kind === 'debt' ? 'debt' : 'top-up';
  return (
    <ReasonDialog
      {...dialog}
      title={`Reverse this ${what}?`}
      label={`Reverse ${what}`}
      danger
      consequence={`This takes ${entry.kind === 'debt' ? 'what is left of ' : ''}${describeUsd(entry.amount_usd)} out of the account. The entry stays, and a reversal is added to the ledger.`}
      description="The customer sees it too."
      mutation={reverseEntry}
      done={{ text: `The ${what} was reversed.` }}
    />
  );
}
