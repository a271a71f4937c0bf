import { Checkbox, Group } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { usePermissions } from '../../account/permissions';
import { client, dataOf } from '../../api/client';
import type { View } from '../../api/views';
import { ProblemNotice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { type Column, Table } from '../../components/table';
import { Moment } from '../../components/values';

type Switches = View<'NoticeSwitchView'>;
type Channel = 'page' | 'mail' | 'webhook';

const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: async ({ signal }) => (await dataOf(client.GET('/dashboard/api/notices', { signal }))).items,
});

const switchesQuery = queryOptions({
  queryKey: ['notices', 'switches'],
  queryFn: ({ signal }) => dataOf(client.GET('/dashboard/api/notices/switches', { signal })),
});

const eventNames: Record<Switches['event'], string> = {
  'balance.low': 'The balance is low',
  'key.cap_near': 'A key has spent 80% of a limit',
  'key.cap_reached': 'A key has reached a limit',
  'key.expiring': 'A key expires within a week',
  'rate.decided': 'A rate request was decided',
};

const channelNames: Record<Channel, string> = { page: 'Here', mail: 'Email', webhook: 'Webhook' };

/** What happened lately, and of what, and where, the account is told. */
export function NoticesPanel() {
  const notices = useQuery({ ...noticesQuery, refetchInterval: 60_000 });
  const switches = useQuery(switchesQuery);
  return (
    <Panel title="Notices" description="Owners get every email, developers those about keys." flush>
      <QueryView query={notices} loading="Loading the notices">
        {(items) => <Latest notices={items} />}
      </QueryView>
      <QueryView query={switches} loading="Loading what is on">
        {({ items }) => <SwitchTable rows={items} />}
      </QueryView>
    </Panel>
  );
}

function Latest({ notices }: { notices: readonly View<'NoticeView'>[] }) {
  if (notices.length === 0) return null;
  return (
    <ul aria-label="Latest notices">
      {notices.slice(0, 5).map(({ id, text, created_at }) => (
        <Group key={id} component="li" className="row" justify="space-between" gap="xs" px="var(--gutter)" py="sm">
          <span>{text}</span>
          <span className="aside">
            <Moment at={created_at} />
          </span>
        </Group>
      ))}
    </ul>
  );
}

function SwitchTable({ rows }: { rows: readonly Switches[] }) {
  const { own } = usePermissions();
  const queryClient = useQueryClient();
  const turn = useMutation({
    mutationFn: (body: View<'NoticeSwitchBody'>) => dataOf(client.PUT('/dashboard/api/notices/switches', { body })),
    onSuccess: (answer) => queryClient.setQueryData(switchesQuery.queryKey, answer),
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey }),
  });
  const columns: Column<Switches>[] = [
    { title: 'When', narrow: 'lead', cell: ({ event }) => eventNames[event] },
    ...(['page', 'mail', 'webhook'] as const).map((channel) => ({
      title: channelNames[channel],
      cell: (row: Switches) => (
        <Checkbox
          aria-label={`${eventNames[row.event]}: ${channelNames[channel]}`}
          checked={row[channel]}
          disabled={!own || turn.isPending}
          onChange={({ currentTarget: { checked } }) => turn.mutate({ event: row.event, channel, on: checked })}
        />
      ),
    })),
  ];
  return (
    <>
      {turn.isError && <ProblemNotice error={turn.error} />}
      <Table label="Where notices go" rows={rows} idOf={({ event }) => event} columns={columns} />
    </>
  );
}
