import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { answerOf, client } from '../../../api/client';
import { CodeBlock } from '../../../components/code-block';
import { Dialog } from '../../../components/dialog';
import { SubmitForm } from '../../../components/form/submit-form';
import { useSubmit } from '../../../components/form/use-submit';
import { Notice } from '../../../components/notice';
import classes from './webhook-dialog.module.css';

interface WebhookDialogProps {
  url: string | null;
  opened: boolean;
  onClose: () => void;
}

/** The address, then, once, the secret that signs what is sent there. */
export function WebhookDialog({ url, opened, onClose }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setSecret(undefined);
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={secret ? 'The webhook’s secret' : 'Webhook'}
      locked={secret !== undefined}
    >
      {secret ? (
        <div className={classes.secret}>
          <Notice tone="warn" title="Copy it now: it is never shown again">
            Every call carries a signature made with it. Check it before you trust a call.
          </Notice>
          <CodeBlock label="secret" code={secret} />
          <Button onClick={close} className={classes.done}>
            I have stored it
          </Button>
        </div>
      ) : (
        <WebhookForm url={url} onSecret={setSecret} onCancel={close} />
      )}
    </Dialog>
  );
}

interface WebhookFormProps {
  url: string | null;
  onSecret: (secret: string) => void;
  onCancel: () => void;
}

function WebhookForm({ url, onSecret, onCancel }: WebhookFormProps) {
  const form = useForm({ initialValues: { url: url ?? '' } });
  const submit = useSubmit(form, async (body) => {
    const { secret } = await answerOf(client.PUT('/dashboard/api/webhook', { body: { url: body.url.trim() } }));
    onSecret(secret);
  });
  return (
    <SubmitForm submit={submit} label="Save" onCancel={onCancel}>
      <TextInput
        label="Address"
        description="https only, and reachable from the internet. Saving makes a new secret."
        placeholder="https://example.com/hooks/loupe"
        inputMode="url"
        data-autofocus
        {...form.getInputProps('url')}
      />
    </SubmitForm>
  );
}
