import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { View } from '../../../api/views';
import { Dialog } from '../../../components/dialog';
import { SubmitForm } from '../../../components/form/submit-form';
import { useSubmit } from '../../../components/form/use-submit';
import { decideRate } from '../oversight-queries';

type RateRequest = View<'RateRequestItem'>;

interface DecisionDialogProps {
  request: RateRequest;
  granting: boolean;
  opened: boolean;
  onClose: () => void;
}

export function DecisionDialog({ request, granting, opened, onClose }: DecisionDialogProps) {
  const verb = granting ? 'Grant' : 'Decline';
  return (
    <Dialog opened={opened} onClose={onClose} title={`${verb} ${request.account_name} a higher rate`}>
      <DecisionForm request={request} granting={granting} onDone={onClose} />
    </Dialog>
  );
}

interface DecisionFormProps {
  request: RateRequest;
  granting: boolean;
  onDone: () => void;
}

function DecisionForm({ request, granting, onDone }: DecisionFormProps) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { requests_per_second: String(request.requests_per_second), note: '' } });
  const submit = useSubmit(form, async ({ requests_per_second, note }) => {
    await decideRate(request.id, {
      granted: granting,
      ...(granting && { requests_per_second: Number(requests_per_second) }),
      ...(note.trim() && { note: note.trim() }),
    });
    onDone();
    await queryClient.invalidateQueries({ queryKey: ['rate-requests'] });
  });
  return (
    <SubmitForm submit={submit} label={granting ? 'Grant' : 'Decline'} danger={!granting} onCancel={onDone}>
      {granting && (
        <TextInput
          label="Requests a second"
          description={`Asked for: ${request.requests_per_second}. It has ${request.rate_limit_per_second} now.`}
          inputMode="numeric"
          data-autofocus
          {...form.getInputProps('requests_per_second')}
        />
      )}
      <Textarea
        label="A word to the owner"
        rows={2}
        placeholder={granting ? 'Tell us if you need more.' : 'Several keys together have more; would that do?'}
        {...(!granting && { 'data-autofocus': true })}
        {...form.getInputProps('note')}
      />
    </SubmitForm>
  );
}
