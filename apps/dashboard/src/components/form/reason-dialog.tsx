import { TextInput } from '@mantine/core';
import type { DialogControl } from '../dialog-frame';
import type { Toast } from '../toasts';
import { FormDialog } from './form-dialog';

interface ReasonDialogProps extends DialogControl {
  title: string;
  label: string;
  danger: boolean;
  consequence: string;
  /** Who will read the reason. */
  description?: string;
  send: (reason: string) => Promise<unknown>;
  done: Toast;
}

/** Confirms a step of support's, and asks why it is taken. */
export function ReasonDialog({
  consequence,
  description = 'For the audit log.',
  send,
  done,
  ...dialog
}: ReasonDialogProps) {
  return (
    <FormDialog {...dialog} initialValues={{ note: '' }} send={({ note }) => send(note.trim())} done={() => done}>
      {(form) => (
        <>
          <p>{consequence}</p>
          <TextInput label="Reason" description={description} data-autofocus {...form.getInputProps('note')} />
        </>
      )}
    </FormDialog>
  );
}
