import { useChangeAccount } from '../../account/account-queries';
import type { DialogControl } from '../../components/dialog';
import { FormDialog } from '../../components/form/form-dialog';
import { UsdInput } from '../../components/form/usd-input';
import { plainAmount } from '../../format/usd';

export function ThresholdDialog({ threshold, ...dialog }: DialogControl & { threshold: string | null }) {
  const change = useChangeAccount();
  return (
    <FormDialog
      {...dialog}
      title="Low-balance alert"
      label="Save"
      initialValues={{ low_balance_threshold_usd: plainAmount(threshold) }}
      mutation={change}
      body={({ low_balance_threshold_usd: text }) => ({ low_balance_threshold_usd: text.trim() || null })}
      done={({ low_balance_threshold_usd: text }) => ({
        text: text.trim() ? `The low-balance alert is set to $${text.trim()}.` : 'The low-balance alert is off.',
        undo: () => change.mutateAsync({ low_balance_threshold_usd: threshold }),
      })}
    >
      {(form) => (
        <UsdInput
          label="Alert below"
          description="The alert appears here and goes to your webhook if you have one. Leave empty for no alert."
          data-autofocus
          {...form.getInputProps('low_balance_threshold_usd')}
        />
      )}
    </FormDialog>
  );
}
