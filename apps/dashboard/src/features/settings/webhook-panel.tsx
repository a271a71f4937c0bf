import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, client } from '../../api/client';
import type { View } from '../../api/views';
import { CodeBlock } from '../../components/copy';
import { Dialog } from '../../components/dialog';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { Notice, ProblemNotice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { Table } from '../../components/table';
import { Badge, Moment } from '../../components/values';
import classes from './settings.module.css';
import { deliveriesQuery, webhookQuery } from './settings-queries';

/** While a delivery is under way. */
const pollMs = 2_000;

/** Where Loupe calls when the balance falls below the threshold. */
export function WebhookPanel() {
  const webhook = useQuery(webhookQuery);
  const [editing, setEditing] = useState(false);
  const url = webhook.data?.url ?? null;
  const deliveries = useQuery({
    ...deliveriesQuery,
    enabled: url !== null,
    refetchInterval: ({ state }) => (state.data?.some((delivery) => delivery.state === 'pending') ? pollMs : false),
  });
  const test = useMutation({
    mutationFn: () => answerOf<unknown>(client.POST('/dashboard/api/webhook/test')),
    onSettled: () => deliveries.refetch(),
  });
  const removal = useMutation({
    mutationFn: () => answerOf<unknown>(client.DELETE('/dashboard/api/webhook')),
    onSettled: () => webhook.refetch(),
  });
  return (
    <Panel title="Webhook" answer="Called when the balance falls below the warning that is set on the overview.">
      <QueryView query={webhook} loading="Loading the webhook">
        {() => (
          <div className={classes.hook}>
            <p>{url === null ? 'None is set: nobody is called.' : <code>{url}</code>}</p>
            <div className={classes.actions}>
              <Button variant="default" size="xs" onClick={() => setEditing(true)}>
                {url === null ? 'Set a webhook' : 'Change'}
              </Button>
              {url !== null && (
                <>
                  <Button variant="default" size="xs" loading={test.isPending} onClick={() => test.mutate()}>
                    Send a test
                  </Button>
                  <Button variant="default" size="xs" loading={removal.isPending} onClick={() => removal.mutate()}>
                    Remove
                  </Button>
                </>
              )}
            </div>
          </div>
        )}
      </QueryView>
      {test.isError && <ProblemNotice error={test.error} />}
      {removal.isError && <ProblemNotice error={removal.error} />}
      {url !== null && (
        <QueryView query={deliveries} loading="Loading the deliveries">
          {(items) => <DeliveriesTable deliveries={items} />}
        </QueryView>
      )}
      <WebhookDialog
        url={url}
        opened={editing}
        onClose={() => {
          setEditing(false);
          void webhook.refetch();
        }}
      />
    </Panel>
  );
}

type Delivery = View<'WebhookDeliveryView'>;

const tones = { pending: 'plain', delivered: 'good', failed: 'bad' } as const;

function DeliveriesTable({ deliveries }: { deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0)
    return <p className={classes.noDeliveries}>Nothing was sent yet. A test shows how it looks.</p>;
  return (
    <div className={classes.deliveries}>
      <Table
        label="Latest deliveries"
        rows={deliveries}
        idOf={({ id }) => id}
        columns={[
          { title: 'Event', narrow: 'lead', cell: ({ event }) => <code>{event}</code> },
          {
            title: 'State',
            cell: ({ state, attempts, last_error }) => (
              <>
                <Badge tone={tones[state]}>{state}</Badge>
                {state !== 'delivered' && last_error && ` attempt ${attempts}: ${last_error}`}
              </>
            ),
          },
          { title: 'Time', narrow: 'end', cell: ({ created_at }) => <Moment at={created_at} as="minute" /> },
        ]}
      />
    </div>
  );
}

interface WebhookDialogProps {
  url: string | null;
  opened: boolean;
  onClose: () => void;
}

/** The address, then, once, the secret that signs what is sent there. */
function WebhookDialog({ url, opened, onClose }: WebhookDialogProps) {
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
