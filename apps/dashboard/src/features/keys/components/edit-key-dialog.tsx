import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useAccountScope } from '../../../account/account-scope';
import { Dialog } from '../../../components/dialog';
import { SubmitForm } from '../../../components/form/submit-form';
import { useSubmit } from '../../../components/form/use-submit';
import { changeKey, refreshKeys } from '../key-calls';
import type { KeyDialogProps, KeyFormProps } from '../key-dialog';
import { keyChangesOf, keyFormOf } from '../key-form';
import { KeyFields } from './key-fields';

export function EditKeyDialog({ apiKey, opened, onClose }: KeyDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Edit ${apiKey.name}`}>
      <EditForm apiKey={apiKey} onDone={onClose} />
    </Dialog>
  );
}

function EditForm({ apiKey, onDone }: KeyFormProps) {
  const queryClient = useQueryClient();
  const scope = useAccountScope();
  const before = keyFormOf(apiKey);
  const form = useForm({ initialValues: before });
  const submit = useSubmit(form, async (values) => {
    const changes = keyChangesOf(before, values);
    if (Object.keys(changes).length > 0) await changeKey(apiKey.id, changes);
    onDone();
    await refreshKeys(queryClient, scope);
  });
  return (
    <SubmitForm submit={submit} label="Save" onCancel={onDone}>
      <KeyFields form={form} />
    </SubmitForm>
  );
}
