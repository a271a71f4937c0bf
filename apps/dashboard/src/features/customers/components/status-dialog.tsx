import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { View } from '../../../api/views';
import { Dialog } from '../../../components/dialog';
import { SubmitForm } from '../../../components/form/submit-form';
import { useSubmit } from '../../../components/form/use-submit';
import { customerQuery, resume, suspend } from '../customer-calls';

interface StatusDialogProps {
  customer: View<'CustomerDetailView'>;
  opened: boolean;
  onClose: () => void;
}

export function StatusDialog({ customer, opened, onClose }: StatusDialogProps) {
  const verb = customer.status === 'active' ? 'Suspend' : 'Resume';
  return (
    <Dialog opened={opened} onClose={onClose} title={`${verb} ${customer.name}?`}>
      <StatusForm customer={customer} onDone={onClose} />
    </Dialog>
  );
}

function StatusForm({ customer, onDone }: { customer: StatusDialogProps['customer']; onDone: () => void }) {
  const queryClient = useQueryClient();
  const active = customer.status === 'active';
  const form = useForm({ initialValues: { note: '' } });
  const submit = useSubmit(form, async ({ note }) => {
    await (active ? suspend : resume)(customer.id, note.trim());
    await queryClient.invalidateQueries({ queryKey: customerQuery(customer.id).queryKey });
    onDone();
  });
  return (
    <SubmitForm submit={submit} label={active ? 'Suspend' : 'Resume'} danger={active} onCancel={onDone}>
      <p>
        {active
          ? 'Every key of the account is refused at once, with a problem that says why. The balance stays.'
          : 'The keys of the account work again.'}
      </p>
      <TextInput label="Note for the audit log" data-autofocus {...form.getInputProps('note')} />
    </SubmitForm>
  );
}
