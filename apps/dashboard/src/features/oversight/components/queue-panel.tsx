import type { View } from '../../../api/views';
import { BarList } from '../../../components/bar-list';
import { Panel } from '../../../components/panel';
import { formatCount } from '../../../format/counts';

export function QueuePanel({ queue }: { queue: View<'ChargeQueueView'> }) {
  const percent = (queue.waiting / queue.capacity) * 100;
  return (
    <Panel title="Are charges keeping up?" answer="Charges wait for the commit that they share with others.">
      <BarList
        label="Charge queue"
        bars={[
          {
            id: 'waiting',
            name: 'Waiting',
            value: `${formatCount(queue.waiting)} of ${formatCount(queue.capacity)}`,
            percent,
            ...(percent > 50 && { tone: 'bad' }),
          },
        ]}
      />
    </Panel>
  );
}
