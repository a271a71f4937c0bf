import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { View } from '../../../api/views';
import { Dialog } from '../../../components/dialog';
import { SubmitForm } from '../../../components/form/submit-form';
import { useSubmit } from '../../../components/form/use-submit';
import { changeStaff, staffQuery } from '../oversight-queries';

interface StaffDialogProps {
  member: View<'StaffView'>;
  opened: boolean;
  onClose: () => void;
}

/** Locks somebody of support out, or lets them in again. */
export function StaffDialog({ member, opened, onClose }: StaffDialogProps) {
  const verb = member.disabled_at === null ? 'Disable' : 'Enable';
  return (
    <Dialog opened={opened} onClose={onClose} title={`${verb} ${member.email}?`}>
      <StaffForm member={member} verb={verb} onDone={onClose} />
    </Dialog>
  );
}

interface StaffFormProps {
  member: View<'StaffView'>;
  verb: 'Disable' | 'Enable';
  onDone: () => void;
}

function StaffForm({ member, verb, onDone }: StaffFormProps) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { note: '' } });
  const submit = useSubmit(form, async ({ note }) => {
    await changeStaff(member.id, verb === 'Disable' ? 'disable' : 'enable', note.trim());
    onDone();
    await queryClient.invalidateQueries({ queryKey: staffQuery.queryKey });
  });
  return (
    <SubmitForm submit={submit} label={verb} danger={verb === 'Disable'} onCancel={onDone}>
      <p>
        {verb === 'Disable'
          ? 'Every session ends at once, and no password or link opens a new one. What they did stays in the audit log.'
          : 'They sign in again with the password they had.'}
      </p>
      <TextInput label="Why" description="For the audit log." data-autofocus {...form.getInputProps('note')} />
    </SubmitForm>
  );
}
