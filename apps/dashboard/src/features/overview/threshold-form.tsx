import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { accountKey } from '../../account/account-scope';
import { answerOf, client } from '../../api/client';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';

export function ThresholdForm({ threshold, onDone }: { threshold: string | null; onDone: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { low_balance_threshold_usd: threshold ?? '' } });
  const submit = useSubmit(form, async ({ low_balance_threshold_usd: text }) => {
    const account = await answerOf(
      client.PATCH('/dashboard/api/account', { body: { low_balance_threshold_usd: text.trim() || null } }),
    );
    queryClient.setQueryData(accountKey({ kind: 'own' }, 'account'), account);
    onDone();
  });
  return (
    <SubmitForm submit={submit} label="Save" onCancel={onDone}>
      <TextInput
        label="Warn below"
        description="Shown here, and sent to the webhook if one is set. Leave it empty for no warning."
        leftSection="$"
        inputMode="decimal"
        data-autofocus
        {...form.getInputProps('low_balance_threshold_usd')}
      />
    </SubmitForm>
  );
}
