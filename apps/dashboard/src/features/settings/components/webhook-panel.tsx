import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, client } from '../../../api/client';
import { Panel } from '../../../components/panel';
import { ProblemNotice } from '../../../components/problem-notice';
import { QueryView } from '../../../components/query-view';
import { deliveriesQuery, webhookQuery } from '../settings-queries';
import { DeliveriesTable } from './deliveries-table';
import { WebhookDialog } from './webhook-dialog';
import classes from './webhook-panel.module.css';

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
