import { Box, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { requestLink, useAccountScope } from '../../account/account-scope';
import type { View } from '../../api/views';
import { ShortId } from '../../components/copy';
import type { DialogControl } from '../../components/dialog-frame';
import { ReasonDialog } from '../../components/form/reason-dialog';
import { Table } from '../../components/table';
import { Badge, Moment, Money } from '../../components/values';
import { describeUsd, placesOf } from '../../format/usd';
import { useReverseEntry } from './ledger-queries';
import { kindNames } from './ledger-search';

type Entry = View<'LedgerEntryView'>;

export function LedgerTable({ entries }: { entries: readonly Entry[] }) {
  const mayReverse = useAccountScope().kind === 'customer';
  const [reversing, setReversing] = useState<Entry>();
  const [opened, setOpened] = useState(false);
  const reverse = (entry: Entry) => {
    setReversing(entry);
    setOpened(true);
  };
  const amountPlaces = placesOf(entries.map(({ amount_usd }) => amount_usd));
  const balancePlaces = placesOf(entries.map(({ balance_after_usd }) => balance_after_usd));
  return (
    <>
      <Table
        label="Ledger entries, newest first"
        rows={entries}
        idOf={({ id }) => id}
        columns={[
          {
            title: 'Entry',
            narrow: 'lead',
            cell: (entry) => <EntryDescription entry={entry} {...(mayReverse && { onReverse: reverse })} />,
          },
          { title: 'Time', cell: ({ time }) => <Moment at={time} as="second" /> },
          {
            title: 'Amount',
            number: true,
            narrow: 'end',
            cell: ({ amount_usd }) => (
              <Box component="span" {...(!amount_usd.startsWith('-') && { c: 'var(--good)', fw: 550 })}>
                <Money usd={amount_usd} signed places={amountPlaces} />
              </Box>
            ),
          },
          {
            title: 'Balance after',
            number: true,
            cell: ({ balance_after_usd }) => <Money usd={balance_after_usd} places={balancePlaces} />,
          },
        ]}
      />
      {reversing && <ReversalDialog entry={reversing} opened={opened} onClose={() => setOpened(false)} />}
    </>
  );
}

function ReversalDialog({ entry, ...dialog }: DialogControl & { entry: Entry }) {
  const reverseEntry = useReverseEntry(entry.id);
  return (
    <ReasonDialog
      {...dialog}
      title="Reverse this top-up?"
      label="Reverse top-up"
      danger
      consequence={`This takes ${describeUsd(entry.amount_usd)} back out of the account. The entry stays, and a reversal is added to the ledger.`}
      description="The customer sees it too."
      send={reverseEntry.mutateAsync}
    />
  );
}

function EntryDescription({ entry, onReverse }: { entry: Entry; onReverse?: (entry: Entry) => void }) {
  const scope = useAccountScope();
  return (
    <Group component="span" display="inline-flex" gap="var(--space-1) var(--space-3)">
      <Badge tone={entry.kind === 'top_up' ? 'good' : entry.kind === 'reversal' ? 'warn' : 'plain'}>
        {kindNames[entry.kind]}
      </Badge>
      {entry.request_id && (
        <Link {...requestLink(scope, entry.request_id)} preload={false} style={{ paddingBlock: '0.125rem' }}>
          Request <code>…{entry.request_id.slice(-6)}</code>
        </Link>
      )}
      {entry.note && <span>{entry.note}</span>}
      {entry.kind !== 'charge' && (
        <Group
          component="span"
          display="inline-flex"
          className="aside"
          gap="var(--space-1)"
          style={{ overflowWrap: 'normal' }}
        >
          Id <ShortId id={entry.id} what="entry id" />
          {entry.reverses_entry_id && <>reverses …{entry.reverses_entry_id.slice(-6)}</>}
          {entry.reversed_by_entry_id && <>reversed by …{entry.reversed_by_entry_id.slice(-6)}</>}
        </Group>
      )}
      {onReverse && entry.kind === 'top_up' && !entry.reversed_by_entry_id && (
        <Button variant="default" size="compact-sm" onClick={() => onReverse(entry)}>
          Reverse
        </Button>
      )}
    </Group>
  );
}
