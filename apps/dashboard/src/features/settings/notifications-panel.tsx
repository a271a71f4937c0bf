import { Checkbox } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { notificationsQuery } from '../../account/account-queries';
import { usePermissions } from '../../account/permissions';
import { client, dataOf, type View } from '../../api/client';
import { useChange } from '../../api/query-client';
import { ProblemAlert } from '../../components/alert-box';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { type Column, Table } from '../../components/table';
import { showToast } from '../../components/toast';

type Switches = View<'NotificationSwitchView'>;
type Channel = 'page' | 'mail';

const switchesQuery = queryOptions({
  queryKey: ['notices', 'switches'],
  queryFn: ({ signal }) => dataOf(client.GET('/dashboard/api/notices/switches', { signal })),
});

const eventNames: Record<Switches['event'], string> = {
  'balance.low': 'The balance is low',
  'key.cap_near': 'A key has spent 80% of a limit',
  'key.cap_reached': 'A key has reached a limit',
  'key.expiring': 'A key expires within a week',
  'monitor.paused': 'A monitor was paused',
  'rate.decided': 'A rate request was decided',
  'webhook.off': 'A webhook endpoint was switched off',
};

const channelNames: Record<Channel, string> = { page: 'Bell', mail: 'Email' };

export function NotificationsPanel() {
  const switches = useQuery(switchesQuery);
  return (
    <Panel
      id="notices"
      title="Notifications"
      description="Which notifications the account gets, and where. Owners get every email, developers the emails about keys."
      flush
    >
      <QueryView query={switches} loading="Loading the notifications">
        {({ items }) => <SwitchTable rows={items} />}
      </QueryView>
    </Panel>
  );
}

const turnNotification = (body: View<'NotificationSwitchBody'>) =>
  dataOf(client.PUT('/dashboard/api/notices/switches', { body }));

function SwitchTable({ rows }: { rows: readonly Switches[] }) {
  const { own } = usePermissions();
  const change = useChange(notificationsQuery.queryKey, turnNotification);
  const turn = (body: View<'NotificationSwitchBody'>) => {
    const text = `${channelNames[body.channel]} is now ${body.on ? 'on' : 'off'} for “${eventNames[body.event]}”.`;
    const undo = () => turnNotification({ ...body, on: !body.on });
    change.mutate(body, { onSuccess: () => showToast({ text, undo }) });
  };
  const columns: Column<Switches>[] = [
    { title: 'When', narrow: 'lead', cell: ({ event }) => eventNames[event] },
    ...(['page', 'mail'] as const).map((channel) => ({
      title: channelNames[channel],
      labelled: true,
      cell: (row: Switches) => (
        <Checkbox
          display="inline-block"
          style={{ verticalAlign: 'middle' }}
          aria-label={`${eventNames[row.event]}: ${channelNames[channel]}`}
          checked={row[channel]}
          disabled={!own || change.isPending}
          onChange={({ currentTarget: { checked } }) => turn({ event: row.event, channel, on: checked })}
        />
      ),
    })),
  ];
  return (
    <>
      {change.isError && <ProblemAlert error={change.error} />}
      <Table label="Where notifications go" rows={rows} idOf={({ event }) => event} columns={columns} />
    </>
  );
}
