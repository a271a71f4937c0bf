import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type DialogControl, FormDialog } from '../../components/dialog';
import { ShownOnce } from '../../components/shown-once';
import {
  type Endpoint,
  eventsQuery,
  useChangeWebhook,
  useCreateWebhook,
  useRemoveWebhook,
  useRotateSecret,
  useShowSecret,
} from './webhook-queries';

type EndpointDialog = DialogControl & { endpoint: Endpoint };
type Fields = Pick<Endpoint, 'url' | 'events'>;

/** A test reaches every endpoint. */
export const useEventTypes = () =>
  useQuery(eventsQuery).data?.flatMap(({ type }) => (type === 'test' ? [] : (type as Fields['events'][number])));

const fields = (form: UseFormReturnType<Fields>) => (
  <>
    <TextInput
      label="URL"
      description="It must use https and be reachable from the internet."
      placeholder="https://example.com/hooks/loupe"
      inputMode="url"
      data-autofocus
      {...form.getInputProps('url')}
    />
    <EventBoxes {...form.getInputProps('events')} />
  </>
);

function EventBoxes(field: object) {
  const types = useEventTypes() ?? [];
  return (
    <Checkbox.Group label="Events" {...field}>
      <Stack gap="xs" mt="xs">
        {types.map((type) => (
          <Checkbox key={type} value={type} label={type} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** @param types the types of events that are chosen at first */
export function AddDialog({ types, ...dialog }: DialogControl & { types: Fields['events'] }) {
  return (
    <FormDialog
      {...dialog}
      {...secretResult}
      title="Add an endpoint"
      label="Add"
      initialValues={{ url: '', events: types }}
      mutation={useCreateWebhook()}
      body={({ url, events }) => ({ url: url.trim(), events })}
    >
      {fields}
    </FormDialog>
  );
}

export function ChangeDialog({ endpoint: { id, url: before, events }, ...dialog }: EndpointDialog) {
  return (
    <FormDialog
      {...dialog}
      title="Edit the endpoint"
      label="Save"
      initialValues={{ url: before, events }}
      mutation={useChangeWebhook(id)}
      body={({ url, ...values }) => (url.trim() === before ? values : { ...values, url: url.trim() })}
      done="The endpoint is saved."
    >
      {fields}
    </FormDialog>
  );
}

export function RotateDialog({ endpoint: { id }, ...dialog }: EndpointDialog) {
  return (
    <FormDialog
      {...dialog}
      {...secretResult}
      title="Rotate the secret?"
      label="Rotate secret"
      mutation={useRotateSecret(id)}
      body={() => undefined}
    >
      <p>
        Loupe makes a new secret. For 24 hours every call carries a signature of both, so that your server can change
        over at any time within them.
      </p>
    </FormDialog>
  );
}

export function ShowDialog({ endpoint: { id }, ...dialog }: EndpointDialog) {
  return (
    <FormDialog {...dialog} {...secretResult} title="Show the secret?" label="Show secret" mutation={useShowSecret(id)}>
      <p>These are the bytes of the secret that you have, in the form that libraries of Standard Webhooks read.</p>
    </FormDialog>
  );
}

export function RemoveDialog({ endpoint: { id }, ...dialog }: EndpointDialog) {
  return (
    <FormDialog
      {...dialog}
      title="Remove the endpoint?"
      label="Remove"
      danger
      mutation={useRemoveWebhook(id)}
      done="The endpoint is removed."
    >
      <p>
        What waits to be sent is not sent, and the secret cannot be restored. To stop the calls for a while, switch the
        endpoint off.
      </p>
    </FormDialog>
  );
}

const secretResult = {
  resultTitle: () => 'Signing secret',
  locked: true,
  result: ({ secret }: { secret: string }, close: () => void) => (
    <ShownOnce
      text={secret}
      what="secret"
      warning="Loupe signs every call with it. Verify the signature before you trust a call."
      onDone={close}
    />
  ),
} as const;
