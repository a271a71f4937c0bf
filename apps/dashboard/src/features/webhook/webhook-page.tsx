import { Button, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermissions } from '../../account/permissions';
import { CodeBlock, CodeTabs } from '../../components/copy';
import { BackLink, Page } from '../../components/page';
import { EmptyState, Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { DeliveriesPanel } from './deliveries-panel';
import { EndpointCard } from './endpoint-card';
import { AddDialog, useEventTypes } from './endpoint-dialogs';
import { type Endpoint, endpointsQuery, eventsQuery, verificationQuery } from './webhook-queries';

const pollMs = 2_000;
const isBusy = ({ last_delivery }: Endpoint) => last_delivery?.state === 'pending';

export function WebhookPage() {
  const endpoints = useQuery({
    ...endpointsQuery,
    refetchInterval: ({ state }) => (state.data?.some(isBusy) ? pollMs : false),
  });
  const { develop } = usePermissions();
  const types = useEventTypes();
  const [adding, setAdding] = useState(false);
  return (
    <Page
      title="Webhooks"
      lede="Loupe calls your servers when something happens to the account."
      breadcrumb={<BackLink to="/settings">Account</BackLink>}
    >
      <Panel
        title="Endpoints"
        description="Loupe sends a POST to each endpoint that receives the event."
        actions={
          develop && (
            <Button disabled={!types} onClick={() => setAdding(true)}>
              Add an endpoint
            </Button>
          )
        }
        flush
      >
        <QueryView query={endpoints} loading="Loading the endpoints">
          {(items) =>
            items.length === 0 ? (
              <EmptyState title="No endpoint yet">Add the URL of your server to be called.</EmptyState>
            ) : (
              <ul aria-label="Endpoints">
                {items.map((endpoint) => (
                  <EndpointCard key={endpoint.id} endpoint={endpoint} />
                ))}
              </ul>
            )
          }
        </QueryView>
      </Panel>
      {endpoints.data && endpoints.data.length > 0 && <DeliveriesPanel endpoints={endpoints.data} />}
      <EventsPanel />
      <VerificationPanel />
      <AddDialog types={types ?? []} opened={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}

function EventsPanel() {
  const events = useQuery(eventsQuery);
  const [chosen, setChosen] = useState('');
  return (
    <Panel title="Events" description="What a call about each event looks like.">
      <QueryView query={events} loading="Loading the events">
        {(items) => {
          const sample = items.find(({ type }) => type === chosen) ?? items[0];
          return (
            <Stack gap="sm">
              <NativeSelect
                label="Event"
                data={items.map(({ type }) => type)}
                value={sample?.type}
                onChange={(event) => setChosen(event.currentTarget.value)}
              />
              {sample && (
                <>
                  <p className="soft">{sample.when.replaceAll('`', '')}</p>
                  <CodeBlock
                    label={`sample of ${sample.type}`}
                    code={JSON.stringify(JSON.parse(sample.body), null, 2)}
                  />
                </>
              )}
            </Stack>
          );
        }}
      </QueryView>
    </Panel>
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
          Anyone can call your server. The header <code>webhook-signature</code> proves that a call comes from Loupe. It
          follows{' '}
          <a href="https://www.standardwebhooks.com/" target="_blank" rel="noreferrer">
            Standard Webhooks
          </a>
          ;{' '}
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
