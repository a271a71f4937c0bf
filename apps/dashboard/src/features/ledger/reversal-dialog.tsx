import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { accountKey, useAccountScope } from '../../account/account-scope';
import type { View } from '../../api/views';
import { Dialog } from '../../components/dialog';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { describeUsd } from '../../format/usd';
import { reverseEntry } from './ledger-queries';

interface ReversalDialogProps {
  entry: View<'LedgerEntryView'>;
  opened: boolean;
  onClose: () => void;
}

/** Takes an entry back by booking its opposite; the server allows it once per entry. */
export function ReversalDialog({ entry, opened, onClose }: ReversalDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Reverse this top-up?">
      <ReversalForm entry={entry} onDone={onClose} />
    </Dialog>
  );
}

function ReversalForm({ entry, onDone }: { entry: View<'LedgerEntryView'>; onDone: () => void }) {
  const queryClient = useQueryClient();
  const scope = useAccountScope();
  const form = useForm({ initialValues: { note: '' } });
  const submit = useSubmit(form, async ({ note }) => {
    await reverseEntry(entry.id, note.trim());
    await queryClient.invalidateQueries({ queryKey: accountKey(scope) });
    onDone();
  });
  return (
    <SubmitForm submit={submit} label="Reverse it" danger onCancel={onDone}>
      <p>
        Takes {describeUsd(entry.amount_usd)} back out of the account. The entry stays; its opposite is booked beside
        it.
      </p>
      <TextInput label="Why" description="The customer sees it too." data-autofocus {...form.getInputProps('note')} />
    </SubmitForm>
  );
}
