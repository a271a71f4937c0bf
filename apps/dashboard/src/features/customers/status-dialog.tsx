import { TextInput } from '@mantine/core';
import type { View } from '../../api/views';
import type { DialogControl } from '../../components/dialog-frame';
import { FormDialog } from '../../components/form/form-dialog';
import { type StatusChange, useChangeStatus } from './customer-queries';

export const changeNames: Record<StatusChange, string> = { suspend: 'Suspend', resume: 'Resume' };

const consequences: Record<StatusChange, string> = {
  suspend: 'Every key of this account is refused at once, and the error says why. The balance stays.',
  resume: 'The keys of this account will work again.',
};

interface StatusDialogProps extends DialogControl {
  customer: View<'CustomerDetailView'>;
  change: StatusChange;
}

export function StatusDialog({ customer, change, ...dialog }: StatusDialogProps) {
  const changeStatus = useChangeStatus(customer.id, change);
  return (
    <FormDialog
      {...dialog}
      title={`${changeNames[change]} ${customer.name}?`}
      label={changeNames[change]}
      danger={change === 'suspend'}
      initialValues={{ note: '' }}
      send={({ note }) => changeStatus.mutateAsync(note.trim())}
    >
      {(form) => (
        <>
          <p>{consequences[change]}</p>
          <TextInput label="Reason" description="For the audit log." data-autofocus {...form.getInputProps('note')} />
        </>
      )}
    </FormDialog>
  );
}
