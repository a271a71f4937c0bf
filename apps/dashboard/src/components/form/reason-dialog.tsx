import { TextInput } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { DialogControl } from '../dialog';
import type { Toast } from '../toast';
import { FormDialog } from './form-dialog';

interface ReasonDialogProps extends DialogControl {
  title: string;
  label: string;
  danger: boolean;
  consequence: string;
  /** Who will read the reason. */
  description?: string;
  /** Takes the reason. */
  mutation: UseMutationResult<unknown, Error, string>;
  done: Toast;
}

/** Confirms a step of support's, and asks why it is taken. */
export function ReasonDialog({ consequence, description = 'For the audit log.', done, ...dialog }: ReasonDialogProps) {
  return (
    <FormDialog {...dialog} initialValues={{ note: '' }} body={({ note }) => note.trim()} done={() => done}>
      {(form) => (
        <>
          <p>{consequence}</p>
          <TextInput label="Reason" description={description} data-autofocus {...form.getInputProps('note')} />
        </>
      )}
    </FormDialog>
  );
}
