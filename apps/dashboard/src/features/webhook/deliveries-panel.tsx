import { Badge, Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermissions } from '../../account/permissions';
import { CodeBlock } from '../../components/copy';
import { ChangeAlert } from '../../components/dialog';
import { EmptyState, FilterBar, Panel } from '../../components/panel';
import { PagedRows } from '../../components/query-view';
import { showToast } from '../../components/toast';
import { Moment } from '../../components/values';
import { countOf } from '../../format/counts';
import { type Delivery, deliveriesQuery, type Endpoint, useSendAgain } from './webhook-queries';

const tones = { pending: 'gray', delivered: 'good', failed: 'bad' } as const;
const pollMs = 2_000;
/** Not a retry that is minutes away. */
const isUnderWay = ({ state, attempts }: Delivery) => state === 'pending' && attempts <= 1;

export function DeliveriesPanel({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const [chosen, setChosen] = useState('');
  const [state, setState] = useState<'' | Delivery['state']>('');
  const endpoint = endpoints.find(({ id }) => id === chosen) ?? endpoints[0];
  const deliveries = useInfiniteQuery({
    ...deliveriesQuery(endpoint?.id ?? '', state === '' ? {} : { state }),
    refetchInterval: ({ state: { data } }) => data?.pages.some(({ items }) => items.some(isUnderWay)) && pollMs,
  });
  return (
    <Panel title="Deliveries" description="Of the last thirty days, newest first." flush>
      <FilterBar label="Delivery filters">
        <NativeSelect
          label="Endpoint"
          data={endpoints.map(({ id, url }) => ({ value: id, label: url }))}
          value={endpoint?.id}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <NativeSelect
          label="State"
          data={[{ value: '', label: 'All' }, ...Object.keys(tones)]}
          value={state}
          onChange={(event) => setState(event.currentTarget.value as typeof state)}
        />
      </FilterBar>
      <PagedRows
        label="Deliveries"
        query={deliveries}
        loading="Loading the deliveries"
        noun="delivery"
        nouns="deliveries"
        empty={<EmptyState title="No deliveries">Send a test to see one, or show all states.</EmptyState>}
        row={(delivery) => <DeliveryRow delivery={delivery} isOn={endpoint?.enabled ?? false} />}
      />
    </Panel>
  );
}

function DeliveryRow({ delivery, isOn }: { delivery: Delivery; isOn: boolean }) {
  const [opened, setOpened] = useState(false);
  const { id, type, state, attempts, last_error: error, manual, created_at: at } = delivery;
  return (
    <li className="row">
      <Group justify="space-between" gap="xs">
        <span>
          <code>{type}</code> <Badge color={tones[state]}>{state}</Badge>{' '}
          <span className="aside">
            {manual && type !== 'test' && 'sent again, '}
            {countOf(attempts, 'attempt')}
            {error && `: ${error}`}
          </span>
        </span>
        <Group gap="xs">
          <Moment at={at} as="second" />
          <Button aria-expanded={opened} aria-label={`Details of ${type} ${id}`} onClick={() => setOpened(!opened)}>
            {opened ? 'Hide' : 'Details'}
          </Button>
        </Group>
      </Group>
      {opened && <DeliveryDetails delivery={delivery} isOn={isOn} />}
    </li>
  );
}

function DeliveryDetails({ delivery, isOn }: { delivery: Delivery; isOn: boolean }) {
  const { id, webhook_id, body, response_status: status, response_body: answer, next_attempt_at: next } = delivery;
  const { develop } = usePermissions();
  const again = useSendAgain(id);
  const onSuccess = () => showToast({ text: 'It is on its way again.' });
  return (
    <Stack gap="xs" mt="sm">
      <p className="aside">
        webhook-id <code>{webhook_id}</code>. {status === null ? 'No answer yet.' : `Answered with status ${status}.`}{' '}
        {next && (
          <>
            Next attempt: <Moment at={next} as="second" />
          </>
        )}
      </p>
      {answer && <CodeBlock label="answer" code={answer} />}
      <CodeBlock label="body" code={JSON.stringify(JSON.parse(body), null, 2)} />
      {develop && (
        <Group gap="xs">
          <Button disabled={!isOn} loading={again.isPending} onClick={() => again.mutate(undefined, { onSuccess })}>
            Send again
          </Button>
          <span className="aside">
            {isOn ? 'Once, with this webhook-id and body, under the present secrets.' : 'Switch the endpoint on first.'}
          </span>
        </Group>
      )}
      <ChangeAlert change={again} />
    </Stack>
  );
}
