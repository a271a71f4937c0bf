import { useState } from 'react';
import { useAccountScope } from '../../../account/account-scope';
import type { View } from '../../../api/views';
import { Moment } from '../../../components/moment';
import { Money } from '../../../components/money';
import { Table } from '../../../components/table';
import { placesOf } from '../../../format/usd';
import { EntryStory } from './entry-story';
import classes from './ledger-table.module.css';
import { ReversalDialog } from './reversal-dialog';

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
            title: 'What',
            narrow: 'lead',
            cell: (entry) => <EntryStory entry={entry} {...(mayReverse && { onReverse: reverse })} />,
          },
          { title: 'Time', cell: ({ time }) => <Moment at={time} as="second" /> },
          {
            title: 'Amount',
            number: true,
            narrow: 'end',
            cell: ({ amount_usd }) => (
              <span className={amount_usd.startsWith('-') ? undefined : classes.credit}>
                <Money usd={amount_usd} signed places={amountPlaces} />
              </span>
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
