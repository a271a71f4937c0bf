import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useAccountScope } from '../../../account/account-scope';
import { Dialog } from '../../../components/dialog';
import { SubmitForm } from '../../../components/form/submit-form';
import { useSubmit } from '../../../components/form/use-submit';
import { askForRate, refreshKeys } from '../key-calls';
import type { KeyDialogProps, KeyFormProps } from '../key-dialog';

/** Asks support for a higher rate; the answer appears beside the key. */
export function RateRequestDialog({ apiKey, opened, onClose }: KeyDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`A higher rate for ${apiKey.name}`}>
      <AskForm apiKey={apiKey} onDone={onClose} />
    </Dialog>
  );
}

function AskForm({ apiKey, onDone }: KeyFormProps) {
  const queryClient = useQueryClient();
  const scope = useAccountScope();
  const form = useForm({
    initialValues: { requests_per_second: String(apiKey.rate_limit_per_second * 2), reason: '' },
  });
  const submit = useSubmit(form, async ({ requests_per_second, reason }) => {
    await askForRate(apiKey.id, { requests_per_second: Number(requests_per_second), reason: reason.trim() });
    onDone();
    await refreshKeys(queryClient, scope);
  });
  return (
    <SubmitForm submit={submit} label="Send to support" onCancel={onDone}>
      <TextInput
        label="Requests a second"
        description={`It has ${apiKey.rate_limit_per_second} now. The limit is per key: several keys have more together.`}
        inputMode="numeric"
        data-autofocus
        {...form.getInputProps('requests_per_second')}
      />
      <Textarea
        label="What it is for"
        placeholder="A nightly import of 40,000 profiles"
        rows={3}
        {...form.getInputProps('reason')}
      />
    </SubmitForm>
  );
}
