import { Textarea } from '@mantine/core';
import type { DialogControl } from '../../components/dialog';
import { FormDialog } from '../../components/form/form-dialog';
import { UsdInput } from '../../components/form/usd-input';
import { useAskForTopUp } from './overview-queries';

/** Loupe takes no payments: support books what was paid, and needs to know that somebody waits. */
export function AskTopUpDialog(dialog: DialogControl) {
  const ask = useAskForTopUp();
  return (
    <FormDialog
      {...dialog}
      title="Ask for a top-up"
      label="Send to support"
      initialValues={{ amount_usd: '', note: '' }}
      mutation={ask}
      body={({ amount_usd, note }) => ({
        ...(amount_usd.trim() && { amount_usd: amount_usd.trim() }),
        ...(note.trim() && { note: note.trim() }),
      })}
      done="Support has your request."
    >
      {(form) => (
        <>
          <p>Support sees your request at once and adds the funds. Nothing is charged here.</p>
          <UsdInput
            label="Amount (optional)"
            placeholder="25.00"
            data-autofocus
            {...form.getInputProps('amount_usd')}
          />
          <Textarea label="Message (optional)" maxLength={1_000} autosize={false} {...form.getInputProps('note')} />
        </>
      )}
    </FormDialog>
  );
}
