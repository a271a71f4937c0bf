import { TextInput } from '@mantine/core';
import type { View } from '../../api/views';
import type { DialogControl } from '../../components/dialog-frame';
import { FormDialog } from '../../components/form/form-dialog';
import { describeUsd } from '../../format/usd';
import { useReverseEntry } from './ledger-queries';

interface ReversalDialogProps extends DialogControl {
  entry: View<'LedgerEntryView'>;
}

export function ReversalDialog({ entry, ...dialog }: ReversalDialogProps) {
  const reverseEntry = useReverseEntry(entry.id);
  return (
    <FormDialog
      {...dialog}
      title="Reverse this top-up?"
      label="Reverse top-up"
      danger
      initialValues={{ note: '' }}
      send={({ note }) => reverseEntry.mutateAsync(note.trim())}
    >
      {(form) => (
        <>
          <p>
            This takes {describeUsd(entry.amount_usd)} back out of the account. The entry stays, and a reversal is added
            to the ledger.
          </p>
          <TextInput
            label="Reason"
            description="The customer sees it too."
            data-autofocus
            {...form.getInputProps('note')}
          />
        </>
      )}
    </FormDialog>
  );
}
