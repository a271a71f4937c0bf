import { Badge, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { usePermissions } from '../../account/permissions';
import { AlertBox, ProblemAlert } from '../../components/alert-box';
import { ChangeAlert } from '../../components/dialog';
import { showToast } from '../../components/toast';
import { Moment } from '../../components/values';
import { ChangeDialog, RemoveDialog, RotateDialog, ShowDialog } from './endpoint-dialogs';
import { type Endpoint, useChangeWebhook, useSendTest } from './webhook-queries';

const dialogs = { edit: ChangeDialog, rotate: RotateDialog, show: ShowDialog, remove: RemoveDialog } as const;

export function EndpointCard({ endpoint }: { endpoint: Endpoint }) {
  const { id, url, events, enabled, failing_since: failing, last_delivery: last } = endpoint;
  const { develop } = usePermissions();
  const [opened, setOpened] = useState<keyof typeof dialogs>();
  const test = useSendTest(id);
  const turn = useChangeWebhook(id);
  return (
    <li className="row" aria-label={url}>
      <Group justify="space-between" gap="sm">
        <p className="breakable">
          <code>{url}</code>{' '}
          <Badge color={enabled ? (failing ? 'warn' : 'good') : 'bad'}>
            {enabled ? (failing ? 'failing' : 'on') : 'off'}
          </Badge>
        </p>
        {develop && (
          <Group gap="xs">
            <Button
              disabled={!enabled}
              loading={test.isPending}
              onClick={() =>
                test.mutate(undefined, { onSuccess: () => showToast({ text: 'The test is on its way.' }) })
              }
            >
              Send a test
            </Button>
            <Button onClick={() => setOpened('edit')}>Edit</Button>
            <Button onClick={() => setOpened('rotate')}>Rotate secret</Button>
            <Button
              loading={turn.isPending}
              onClick={() => turn.mutate({ enabled: !enabled })}
              {...(!enabled && { variant: 'filled' })}
            >
              {enabled ? 'Switch off' : 'Switch on'}
            </Button>
            <Button onClick={() => setOpened('remove')}>Remove</Button>
          </Group>
        )}
      </Group>
      <p className="aside">
        Receives {events.join(', ') || 'nothing'}.{' '}
        {last ? (
          <>
            Last delivery: {last.type}, {last.state}, <Moment at={last.created_at} />
          </>
        ) : (
          'No delivery yet.'
        )}
      </p>
      <ChangeAlert change={test} />
      {turn.isError && <ProblemAlert error={turn.error} />}
      <Trouble endpoint={endpoint} />
      {endpoint.has_old_secret && (
        <AlertBox tone="warn" title="Deliveries are signed differently since the last upgrade">
          <p>Check calls with the code below and the secret in its new form. Then rotate the secret.</p>
          {develop && (
            <Button mt="xs" onClick={() => setOpened('show')}>
              Show secret
            </Button>
          )}
        </AlertBox>
      )}
      {Object.entries(dialogs).map(([name, EndpointDialog]) => (
        <EndpointDialog key={name} endpoint={endpoint} opened={opened === name} onClose={() => setOpened(undefined)} />
      ))}
    </li>
  );
}

/** Says why an endpoint is off or will be, and what to do. */
function Trouble({ endpoint }: { endpoint: Endpoint }) {
  const { enabled, failing_since: failing, disabled_at: off, disabled_reason: reason, last_delivery: last } = endpoint;
  const why = last?.last_error && `The last attempt failed: ${last.last_error}.`;
  if (!enabled && off)
    return (
      <AlertBox
        tone={reason === 'failing' ? 'bad' : 'gray'}
        title={reason === 'failing' ? 'Off, because every delivery failed for three days' : 'A member switched it off'}
      >
        It has been off since <Moment at={off} as="minute" />. {reason === 'failing' && why} Loupe keeps its events for
        thirty days, and sends them when you switch it on.
      </AlertBox>
    );
  if (failing === null) return null;
  return (
    <AlertBox tone="warn" title="Deliveries fail">
      Every attempt has failed since <Moment at={failing} as="minute" />. {why} After three days Loupe switches the
      endpoint off.
    </AlertBox>
  );
}
