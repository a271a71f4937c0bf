import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountScope } from '../../account/account-scope';
import { rememberKey } from '../../account/known-keys';
import type { View } from '../../api/views';
import { Dialog } from '../../components/dialog';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { KeyFields } from './key-fields';
import { emptyKeyForm, keyBodyOf } from './key-form';
import { createKey, refreshKeys } from './key-mutations';
import { NewKey } from './new-key';

interface CreateKeyDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** A form, then, in its place, the key itself. It cannot be closed by accident while the key is in sight. */
export function CreateKeyDialog({ opened, onClose }: CreateKeyDialogProps) {
  const [created, setCreated] = useState<View<'NewKeyView'>>();
  const close = () => {
    setCreated(undefined);
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      size="lg"
      title={created ? 'Your new key' : 'Create a key'}
      locked={created !== undefined}
    >
      {created ? <NewKey created={created} onDone={close} /> : <CreateForm onCreated={setCreated} onCancel={close} />}
    </Dialog>
  );
}

interface CreateFormProps {
  onCreated: (key: View<'NewKeyView'>) => void;
  onCancel: () => void;
}

function CreateForm({ onCreated, onCancel }: CreateFormProps) {
  const queryClient = useQueryClient();
  const scope = useAccountScope();
  const form = useForm({ initialValues: emptyKeyForm });
  const submit = useSubmit(form, async (values) => {
    const created = await createKey(keyBodyOf(values));
    rememberKey(created.id, created.key);
    onCreated(created);
    await refreshKeys(queryClient, scope);
  });
  return (
    <SubmitForm submit={submit} label="Create the key" onCancel={onCancel}>
      <KeyFields form={form} />
    </SubmitForm>
  );
}
