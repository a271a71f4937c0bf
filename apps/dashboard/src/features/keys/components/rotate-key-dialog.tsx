import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountScope } from '../../../account/account-scope';
import { rememberKey } from '../../../account/known-keys';
import type { View } from '../../../api/views';
import { Dialog } from '../../../components/dialog';
import { SubmitForm } from '../../../components/form/submit-form';
import { useSubmit } from '../../../components/form/use-submit';
import { refreshKeys, rotateKey } from '../key-calls';
import type { KeyDialogProps } from '../key-dialog';
import { overlaps, usualOverlap } from '../overlaps';
import { NewKey } from './new-key';

export function RotateKeyDialog({ apiKey, opened, onClose }: KeyDialogProps) {
  const [created, setCreated] = useState<View<'NewKeyView'>>();
  const queryClient = useQueryClient();
  const scope = useAccountScope();
  const close = () => {
    onClose();
    setCreated(undefined);
    if (created) void refreshKeys(queryClient, scope);
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      size="lg"
      title={created ? `The new key of ${apiKey.name}` : `Rotate ${apiKey.name}`}
      locked={created !== undefined}
    >
      {created ? (
        <NewKey created={created} onDone={close} />
      ) : (
        <RotateForm keyId={apiKey.id} onCreated={setCreated} onCancel={close} />
      )}
    </Dialog>
  );
}

interface RotateFormProps {
  keyId: string;
  onCreated: (key: View<'NewKeyView'>) => void;
  onCancel: () => void;
}

function RotateForm({ keyId, onCreated, onCancel }: RotateFormProps) {
  const form = useForm({ initialValues: { overlap_seconds: usualOverlap } });
  const submit = useSubmit(form, async ({ overlap_seconds }) => {
    const created = await rotateKey(keyId, Number(overlap_seconds));
    rememberKey(created.id, created.key);
    onCreated(created);
  });
  return (
    <SubmitForm submit={submit} label="Make the new key" onCancel={onCancel}>
      <p>A new key with the same name and limits takes over; caps count both together.</p>
      <NativeSelect
        label="The old key"
        description="Choose at once if it has leaked; otherwise as long as a deployment takes."
        data={overlaps}
        data-autofocus
        {...form.getInputProps('overlap_seconds')}
      />
    </SubmitForm>
  );
}
