import { Badge, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { entryPlace, ledgerLink, useAccountScope } from '../../account/account-scope';
import { ShortId } from '../../components/copy';
import type { DialogControl } from '../../components/dialog';
import { ReasonDialog } from '../../components/form/reason-dialog';
import { describeUsd } from '../../format/usd';
import { useReverseEntry } from './ledger-queries';
import type { Entry } from './statement-lines';

interface EntryLineProps {
  entry: Entry;
  month: string;
  /** The pointer or the focus is on the link to the other entry of a reversal. */
  onPoint: (pointed: boolean) => void;
  onReverse?: () => void;
}

const kindNames: Record<Entry['kind'], string> = {
  charge: 'Charge',
  top_up: 'Top-up',
  reversal: 'Reversal',
  adjustment: 'Adjustment',
};

/** What was not a request's: in full, with its note and, of a reversal, the way to the other entry. */
export function EntryLine({ entry, month, onPoint, onReverse }: EntryLineProps) {
  const { id, kind, note, reverses_entry_id: reverses, reversed_by_entry_id: reversedBy } = entry;
  const scope = useAccountScope();
  const other = reverses ?? reversedBy;
  const place = other === null ? undefined : entryPlace(other);
  return (
    <Group component="span" display="inline-flex" gap="var(--space-1) var(--space-3)">
      <Badge color={kind === 'top_up' ? 'good' : kind === 'reversal' ? 'warn' : 'gray'}>{kindNames[kind]}</Badge>
      {note && <span className="breakable">{note}</span>}
      {place && (
        <Link
          {...ledgerLink(scope)}
          {...place}
          preload={false}
          onMouseEnter={() => onPoint(true)}
          onMouseLeave={() => onPoint(false)}
          onFocus={() => onPoint(true)}
          onBlur={() => onPoint(false)}
        >
          {reverses ? 'Reverses' : 'Reversed by'} …{other?.slice(-6)}
          {place.search.month !== month && ` (${place.search.month})`}
        </Link>
      )}
      <Group component="span" display="inline-flex" className="aside" gap="var(--space-1)">
        <ShortId id={id} what="entry id" />
      </Group>
      {onReverse && kind === 'top_up' && !reversedBy && (
        <Button className="unprinted" variant="default" size="compact-sm" onClick={onReverse}>
          Reverse
        </Button>
      )}
    </Group>
  );
}

export function ReversalDialog({ entry, ...dialog }: DialogControl & { entry: Entry }) {
  const reverseEntry = useReverseEntry(entry.id);
  return (
    <ReasonDialog
      {...dialog}
      title="Reverse this top-up?"
      label="Reverse top-up"
      danger
      consequence={`This takes ${describeUsd(entry.amount_usd)} back out of the account. The entry stays, and a reversal is added to the ledger.`}
      description="The customer sees it too."
      mutation={reverseEntry}
      done={{ text: 'The top-up was reversed.' }}
    />
  );
}
