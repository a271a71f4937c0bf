import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { answerOf, client } from '../../../api/client';
import { sessionQuery } from '../../../api/session';
import { SubmitForm } from '../../../components/form/submit-form';
import { useSubmit } from '../../../components/form/use-submit';

export function DisableForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient();
  const submit = useSubmit(useForm({ initialValues: {} }), async () => {
    await answerOf(client.DELETE('/dashboard/api/second-factor'));
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    onDone();
  });
  return (
    <SubmitForm submit={submit} label="Turn it off" danger onCancel={onDone}>
      <p>The password alone will then open this account. The recovery codes stop working.</p>
    </SubmitForm>
  );
}
