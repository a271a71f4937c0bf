import type { View } from '../../../api/views';
import { Badge } from '../../../components/badge';
import { Moment } from '../../../components/moment';
import { Table } from '../../../components/table';
import classes from './deliveries-table.module.css';

type Delivery = View<'WebhookDeliveryView'>;

const tones = { pending: 'plain', delivered: 'good', failed: 'bad' } as const;

export function DeliveriesTable({ deliveries }: { deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0) return <p className={classes.none}>Nothing was sent yet. A test shows how it looks.</p>;
  return (
    <div className={classes.deliveries}>
      <Table label="Latest deliveries">
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">State</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map(({ id, event, state, attempts, last_error, created_at }) => (
            <tr key={id}>
              <td>
                <code>{event}</code>
              </td>
              <td>
                <Badge tone={tones[state]}>{state}</Badge>
                {state !== 'delivered' && last_error && ` attempt ${attempts}: ${last_error}`}
              </td>
              <td>
                <Moment at={created_at} as="minute" />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
