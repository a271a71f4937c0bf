import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { randomUuid } from '../../api/random-uuid';
import { AlertBox } from '../../components/alert-box';
import { CodeBlock } from '../../components/copy';
import { type DialogControl, DoneButton, FormDialog } from '../../components/dialog';
import { askFor, changeWebhook, createWebhook, type Endpoint, eventsQuery, useWebhookChange } from './webhook-queries';

/** One Idempotency-Key while the dialog is open, so a repeat after a lost response changes nothing. */
function useOnce({ opened, onClose }: DialogControl) {
  const [key, setKey] = useState(randomUuid);
  const close = () => {
    setKey(randomUuid());
    onClose();
  };
  return { key, dialog: { opened, onClose: close } };
}

/** Adds an endpoint, or changes one. */
export function EndpointDialog({ endpoint, ...control }: DialogControl & { endpoint?: Endpoint }) {
  const { key, dialog } = useOnce(control);
  // A test reaches every endpoint.
  const types = (useQuery(eventsQuery).data ?? []).map(({ type }) => type).filter((type) => type !== 'test');
  const initial = { url: endpoint?.url ?? '', events: endpoint?.events ?? (types as Endpoint['events']) };
  const save = useWebhookChange(async ({ url, events }: typeof initial) => {
    if (!endpoint) return (await createWebhook(key, { url: url.trim(), events })).secret;
    await changeWebhook(endpoint.id, { events, ...(url.trim() !== endpoint.url && { url: url.trim() }) });
    return undefined;
  });
  return (
    <FormDialog
      {...dialog}
      title={endpoint ? 'Edit the endpoint' : 'Add an endpoint'}
      label={endpoint ? 'Save' : 'Add'}
      initialValues={initial}
      mutation={save}
      resultTitle={() => 'Signing secret'}
      locked
      {...(endpoint
        ? { done: 'The endpoint is saved.' }
        : { result: (secret: string, close: () => void) => <Secret secret={secret} onDone={close} /> })}
    >
      {(form) => (
        <>
          <TextInput
            label="URL"
            description="It must use https and be reachable from the internet."
            placeholder="https://example.com/hooks/loupe"
            inputMode="url"
            data-autofocus
            {...form.getInputProps('url')}
          />
          <Checkbox.Group label="Events" {...form.getInputProps('events')}>
            <Stack gap="xs" mt="xs">
              {types.map((type) => (
                <Checkbox key={type} value={type} label={type} />
              ))}
            </Stack>
          </Checkbox.Group>
        </>
      )}
    </FormDialog>
  );
}

const questions = {
  rotate: {
    label: 'Rotate secret',
    title: 'Rotate the secret?',
    text: 'Loupe makes a new secret. For 24 hours every call carries a signature of both, so that your server can change over at any time within them.',
  },
  show: {
    label: 'Show secret',
    title: 'Show the secret?',
    text: 'These are the bytes of the secret that you have, in the form that libraries of Standard Webhooks read.',
  },
  remove: {
    label: 'Remove',
    title: 'Remove the endpoint?',
    text: 'What waits to be sent is not sent, and the secret cannot be restored. To stop the calls for a while, switch the endpoint off.',
  },
} as const;
export type Question = keyof typeof questions;

export function QuestionDialog({ id, question, ...control }: DialogControl & { id: string; question: Question }) {
  const { key, dialog } = useOnce(control);
  const { text, ...words } = questions[question];
  const answer = useWebhookChange(() => askFor(question, id, key));
  return (
    <FormDialog
      {...dialog}
      {...words}
      danger={question === 'remove'}
      mutation={answer}
      body={() => undefined}
      resultTitle={() => 'Signing secret'}
      locked
      {...(question === 'remove'
        ? { done: 'The endpoint is removed.' }
        : { result: (secret: string, close: () => void) => <Secret secret={secret} onDone={close} /> })}
    >
      <p>{text}</p>
    </FormDialog>
  );
}

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <Stack>
      <AlertBox tone="warn" title="Copy it now: it is never shown again">
        Loupe signs every call with it. Verify the signature before you trust a call.
      </AlertBox>
      <CodeBlock label="secret" code={secret} />
      <DoneButton label="I have stored it" variant="filled" onClick={onDone} />
    </Stack>
  );
}
