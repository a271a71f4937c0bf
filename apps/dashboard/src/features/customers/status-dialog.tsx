import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { View } from '../../api/views';
import { Dialog } from '../../components/dialog';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { customerQuery, resume, suspend } from './customer-queries';

export type StatusChange = 'suspend' | 'resume';

export const changeNames: Record<StatusChange, string> = { suspend: 'Suspend', resume: 'Resume' };

const consequences: Record<StatusChange, string> = {
  suspend: 'Every key of the account is refused at once, with a problem that says why. The balance stays.',
  resume: 'The keys of the account work again.',
};

interface StatusFormProps {
  customer: View<'CustomerDetailView'>;
  change: StatusChange;
  onDone: () => void;
}

interface StatusDialogProps extends Omit<StatusFormProps, 'onDone'> {
  opened: boolean;
  onClose: () => void;
}

export function StatusDialog({ customer, change, opened, onClose }: StatusDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`${changeNames[change]} ${customer.name}?`}>
      <StatusForm customer={customer} change={change} onDone={onClose} />
    </Dialog>
  );
}

function StatusForm({ customer, change, onDone }: StatusFormProps) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { note: '' } });
  const submit = useSubmit(form, async ({ note }) => {
    await (change === 'suspend' ? suspend : resume)(customer.id, note.trim());
    onDone();
    await queryClient.invalidateQueries({ queryKey: customerQuery(customer.id).queryKey });
  });
  return (
    <SubmitForm submit={submit} label={changeNames[change]} danger={change === 'suspend'} onCancel={onDone}>
      <p>{consequences[change]}</p>
      <TextInput label="Why" description="For the audit log." data-autofocus {...form.getInputProps('note')} />
    </SubmitForm>
  );
}
