import { TextInput } from '@mantine/core';
import { useChangeAccount } from '../../account/account-queries';
import type { DialogControl } from '../../components/dialog-frame';
import { FormDialog } from '../../components/form/form-dialog';
import { plainAmount } from '../../format/usd';

export function ThresholdDialog({ threshold, ...dialog }: DialogControl & { threshold: string | null }) {
  const change = useChangeAccount();
  const setThreshold = (low_balance_threshold_usd: string | null) => change.mutateAsync({ low_balance_threshold_usd });
  return (
    <FormDialog
      {...dialog}
      title="Low-balance alert"
      label="Save"
      initialValues={{ low_balance_threshold_usd: plainAmount(threshold) }}
      send={({ low_balance_threshold_usd: text }) => setThreshold(text.trim() || null)}
      done={({ low_balance_threshold_usd: text }) => ({
        text: text.trim() ? `The low-balance alert is set to $${text.trim()}.` : 'The low-balance alert is off.',
        undo: () => setThreshold(threshold),
      })}
    >
      {(form) => (
        <TextInput
          label="Alert below"
          description="The alert appears here and goes to your webhook if you have one. Leave empty for no alert."
          leftSection="$"
          inputMode="decimal"
          data-autofocus
          {...form.getInputProps('low_balance_threshold_usd')}
        />
      )}
    </FormDialog>
  );
}
