import { Badge, Box, Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePermissions } from '../../account/permissions';
import type { View } from '../../api/client';
import { AlertBox, ProblemAlert } from '../../components/alert-box';
import { CodeBlock, CodeTabs } from '../../components/copy';
import { type DialogControl, DoneButton, FormDialog } from '../../components/dialog';
import { BackLink, Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { Table } from '../../components/table';
import { showToast } from '../../components/toast';
import { Moment } from '../../components/values';
import {
  deliveriesQuery,
  eventsQuery,
  useRemoveWebhook,
  useSetWebhook,
  useTestWebhook,
  verificationQuery,
  webhookQuery,
} from './webhook-queries';

export function WebhookPage() {
  return (
    <Page
      title="Webhook"
      lede="Loupe calls your server when something happens to the account."
      breadcrumb={<BackLink to="/settings">Account</BackLink>}
    >
      <WebhookPanel />
      <EventsPanel />
      <VerificationPanel />
    </Page>
  );
}

function EventsPanel() {
  const events = useQuery(eventsQuery);
  return (
    <Panel
      title="Events"
      description={
        <>
          Loupe sends each event as a POST with a JSON body. Choose the events that you want in the{' '}
          <Link to="/settings" hash="notices">
            notifications
          </Link>
          .
        </>
      }
      flush
    >
      <QueryView query={events} loading="Loading the events">
        {(items) => (
          <ul aria-label="Events">
            {items.map((event) => (
              <EventRow key={event.event} event={event} />
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
}

function EventRow({ event: { event, when, body } }: { event: View<'WebhookEventView'> }) {
  return (
    <Box component="li" className="row" py="sm">
      <details>
        <Box component="summary" style={{ cursor: 'pointer' }}>
          <code className="strong">{event}</code> <span className="soft">{when.replaceAll('`', '')}</span>
        </Box>
        <CodeBlock label={`sample of ${event}`} code={JSON.stringify(JSON.parse(body), null, 2)} />
      </details>
    </Box>
  );
}

const fences = { TypeScript: 'ts', Python: 'python', 'curl and openssl': 'bash' } as const;

function VerificationPanel() {
  const verification = useQuery(verificationQuery);
  return (
    <Panel
      title="Check the signature"
      description={
        <>
          Anyone can call your server. The header <code>loupe-signature</code> proves that a call comes from Loupe;{' '}
          <a href="/docs/webhooks" target="_blank" rel="noreferrer">
            the guide
          </a>{' '}
          has the details.
        </>
      }
    >
      <QueryView query={verification} loading="Loading the code">
        {(codes) => (
          <CodeTabs
            names={['curl and openssl', 'TypeScript', 'Python']}
            defaultName="TypeScript"
            labelOf={(name) => `verification in ${name}`}
            codeOf={(name) => codes[fences[name]] ?? ''}
          />
        )}
      </QueryView>
    </Panel>
  );
}

const pollMs = 2_000;

function WebhookPanel() {
  const webhook = useQuery(webhookQuery);
  const { develop } = usePermissions();
  const [editing, setEditing] = useState(false);
  const url = webhook.data?.url ?? null;
  const deliveries = useQuery({
    ...deliveriesQuery,
    enabled: url !== null,
    refetchInterval: ({ state }) => (state.data?.some((delivery) => delivery.state === 'pending') ? pollMs : false),
  });
  const test = useTestWebhook();
  const removal = useRemoveWebhook();
  const sendTest = () => test.mutate(undefined, { onSuccess: () => showToast({ text: 'The test is on its way.' }) });
  const remove = () => removal.mutate(undefined, { onSuccess: () => showToast({ text: 'The webhook was removed.' }) });
  return (
    <Panel title="Address" description="Loupe sends a POST to this address for every event that you have turned on.">
      <QueryView query={webhook} loading="Loading the webhook">
        {() => (
          <Group justify="space-between" gap="sm">
            <p className="breakable">{url === null ? 'No webhook yet.' : <code>{url}</code>}</p>
            {develop && (
              <Group gap="xs">
                <Button onClick={() => setEditing(true)}>{url === null ? 'Add a webhook' : 'Change'}</Button>
                {url !== null && (
                  <>
                    <Button loading={test.isPending} onClick={sendTest}>
                      Send a test
                    </Button>
                    <Button loading={removal.isPending} onClick={remove}>
                      Remove
                    </Button>
                  </>
                )}
              </Group>
            )}
          </Group>
        )}
      </QueryView>
      {test.isError && <ProblemAlert error={test.error} />}
      {removal.isError && <ProblemAlert error={removal.error} />}
      {url !== null && (
        <QueryView query={deliveries} loading="Loading the deliveries">
          {(items) => <Deliveries deliveries={items} />}
        </QueryView>
      )}
      <WebhookDialog url={url} opened={editing} onClose={() => setEditing(false)} />
    </Panel>
  );
}

const tones = { pending: 'gray', delivered: 'good', failed: 'bad' } as const;

function Deliveries({ deliveries }: { deliveries: readonly View<'WebhookDeliveryView'>[] }) {
  if (deliveries.length === 0)
    return (
      <Box component="p" className="soft" mt="sm">
        No deliveries yet. Send a test to see one.
      </Box>
    );
  return (
    <Box mt="md" mx="calc(-1 * var(--gutter))" mb="calc(-1 * var(--gutter))">
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
                <Badge color={tones[state]}>{state}</Badge>
                {state !== 'delivered' && last_error && ` attempt ${attempts}: ${last_error}`}
              </>
            ),
          },
          { title: 'Time', narrow: 'end', cell: ({ created_at }) => <Moment at={created_at} /> },
        ]}
      />
    </Box>
  );
}

/** Asks for the URL, then shows, only once, the secret that signs the calls. */
function WebhookDialog({ url, ...dialog }: DialogControl & { url: string | null }) {
  const setWebhook = useSetWebhook();
  return (
    <FormDialog
      {...dialog}
      title="Webhook"
      label="Save"
      initialValues={{ url: url ?? '' }}
      mutation={setWebhook}
      body={(values) => values.url.trim()}
      resultTitle={() => 'Webhook secret'}
      locked
      result={({ secret }, close) => (
        <Stack>
          <AlertBox tone="warn" title="Copy it now: it is never shown again">
            Loupe signs every call with it. Verify the signature before you trust a call.
          </AlertBox>
          <CodeBlock label="secret" code={secret} />
          <DoneButton label="I have stored it" variant="filled" onClick={close} />
        </Stack>
      )}
    >
      {(form) => (
        <TextInput
          label="URL"
          description="It must use https and be reachable from the internet. Saving creates a new secret."
          placeholder="https://example.com/hooks/loupe"
          inputMode="url"
          data-autofocus
          {...form.getInputProps('url')}
        />
      )}
    </FormDialog>
  );
}
