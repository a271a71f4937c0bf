import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useAccountScope } from '../../../account/account-scope';
import { Dialog } from '../../../components/dialog';
import { SubmitForm } from '../../../components/form/submit-form';
import { useSubmit } from '../../../components/form/use-submit';
import { Moment } from '../../../components/moment';
import { Notice } from '../../../components/notice';
import { countOf } from '../../../format/counts';
import { refreshKeys, revokeKey } from '../key-calls';
import type { KeyDialogProps, KeyFormProps } from '../key-dialog';

/** The second click: says what would break, and does it. No name to type, because a leaked key costs by the second. */
export function RevokeKeyDialog({ apiKey, opened, onClose }: KeyDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Revoke ${apiKey.name}?`}>
      <RevokeForm apiKey={apiKey} onDone={onClose} />
    </Dialog>
  );
}

function RevokeForm({ apiKey, onDone }: KeyFormProps) {
  const queryClient = useQueryClient();
  const scope = useAccountScope();
  const submit = useSubmit(useForm({ initialValues: {} }), async () => {
    await revokeKey(apiKey.id);
    await refreshKeys(queryClient, scope);
    onDone();
  });
  const calls = apiKey.requests_last_24_hours;
  return (
    <SubmitForm submit={submit} label="Revoke the key" danger onCancel={onDone}>
      <Notice
        tone={calls > 0 ? 'warn' : 'plain'}
        title={calls > 0 ? `It made ${countOf(calls, 'request')} in the last 24 hours` : 'Nothing seems to use it'}
      >
        {apiKey.last_used_at === null ? (
          calls === 0 && 'It has never been used.'
        ) : (
          <>
            It was last used <Moment at={apiKey.last_used_at} />
            {calls > 0 && ', and whatever uses it will be refused'}.
          </>
        )}
      </Notice>
      <p>
        <code>{apiKey.prefix}…</code> stops working within seconds and cannot be brought back.
      </p>
    </SubmitForm>
  );
}
