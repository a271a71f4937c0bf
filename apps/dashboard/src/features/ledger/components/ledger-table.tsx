import { useState } from 'react';
import { useAccountScope } from '../../../account/account-scope';
import type { View } from '../../../api/views';
import { Moment } from '../../../components/moment';
import { Money } from '../../../components/money';
import { Table } from '../../../components/table';
import cells from '../../../components/table.module.css';
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
  return (
    <>
      <Table label="Ledger entries, newest first">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" className={cells.wide}>
              Time
            </th>
            <th scope="col" className={cells.number}>
              Amount
            </th>
            <th scope="col" className={`${cells.number} ${cells.wide}`}>
              Balance after
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>
                <EntryStory entry={entry} {...(mayReverse && { onReverse: reverse })} />
                <span className={cells.narrow}>
                  <Moment at={entry.time} as="minute" />
                </span>
              </td>
              <td className={cells.wide}>
                <Moment at={entry.time} as="instant" />
              </td>
              <td className={`${cells.number} ${entry.amount_usd.startsWith('-') ? '' : classes.credit}`}>
                <Money usd={entry.amount_usd} signed />
                <span className={cells.narrow}>
                  <Money usd={entry.balance_after_usd} />
                </span>
              </td>
              <td className={`${cells.number} ${cells.wide}`}>
                <Money usd={entry.balance_after_usd} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {reversing && <ReversalDialog entry={reversing} opened={opened} onClose={() => setOpened(false)} />}
    </>
  );
}
