import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { View } from '../../api/views';
import { Dialog } from '../../components/dialog';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { KeyFields } from './key-fields';
import { emptyKeyForm, keyBodyOf } from './key-form';
import { useCreateKey } from './key-mutations';
import { NewKey } from './new-key';

/** A form, then, in its place, the key itself. The dialog cannot be closed by accident while the key is shown. */
export function CreateKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
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

function CreateForm({ onCreated, onCancel }: { onCreated: (key: View<'NewKeyView'>) => void; onCancel: () => void }) {
  const createKey = useCreateKey();
  const form = useForm({ initialValues: emptyKeyForm });
  const submit = useSubmit(form, async (values) => onCreated(await createKey.mutateAsync(keyBodyOf(values))));
  return (
    <SubmitForm submit={submit} label="Create key" onCancel={onCancel}>
      <KeyFields form={form} />
    </SubmitForm>
  );
}
