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
