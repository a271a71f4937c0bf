import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useAccountScope } from '../../../account/account-scope';
import { Dialog } from '../../../components/dialog';
import { SubmitForm } from '../../../components/form/submit-form';
import { useSubmit } from '../../../components/form/use-submit';
import { refreshKeys, setKeyRate } from '../key-calls';
import type { KeyDialogProps, KeyFormProps } from '../key-dialog';

/** Support only. */
export function KeyRateDialog({ apiKey, opened, onClose }: KeyDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Rate of ${apiKey.name}`}>
      <RateForm apiKey={apiKey} onDone={onClose} />
    </Dialog>
  );
}

function RateForm({ apiKey, onDone }: KeyFormProps) {
  const queryClient = useQueryClient();
  const scope = useAccountScope();
  const form = useForm({ initialValues: { rate_limit_per_second: String(apiKey.rate_limit_per_second) } });
  const submit = useSubmit(form, async ({ rate_limit_per_second }) => {
    await setKeyRate(apiKey.id, Number(rate_limit_per_second));
    onDone();
    await refreshKeys(queryClient, scope);
  });
  return (
    <SubmitForm submit={submit} label="Save" onCancel={onDone}>
      <TextInput
        label="Requests a second"
        inputMode="numeric"
        data-autofocus
        {...form.getInputProps('rate_limit_per_second')}
      />
    </SubmitForm>
  );
}
