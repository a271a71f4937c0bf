import { EllipsisHorizontalIcon } from '@heroicons/react/24/outline';
import { ActionIcon, Badge, Button, Group, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { accountQuery } from '../../account/account-queries';
import { roleNames, usePermissions } from '../../account/permissions';
import type { View } from '../../api/client';
import { useSession } from '../../api/session';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { type Column, Table } from '../../components/table';
import { Moment } from '../../components/values';
import { describeUsd } from '../../format/usd';
import { type MemberAction, MemberDialogs } from './member-dialogs';
import { membersQuery } from './settings-queries';

type Member = View<'AccountMemberView'>;

export function MembersPanel() {
  const members = useQuery(membersQuery);
  const { own } = usePermissions();
  const { id: ownId } = useSession().user;
  const [chosen, setChosen] = useState<Member>();
  const { invite } = useSearch({ from: '/signed-in/owner/settings' });
  const [action, setAction] = useState<MemberAction | undefined>(invite && 'invite');
  const act = (next: MemberAction, member?: Member) => {
    setChosen(member);
    setAction(next);
  };
  return (
    <Panel
      id="members"
      title="Members"
      description="Owners can do everything. Developers work with keys, monitors and webhooks. Viewers can only read."
      flush
      actions={own && <Button onClick={() => act('invite')}>Invite a member</Button>}
    >
      <QueryView query={members} loading="Loading the members">
        {(items) => (
          <Table
            label="Members of the account"
            rows={items}
            idOf={({ id }) => id}
            columns={columnsOf(ownId, own, act)}
          />
        )}
      </QueryView>
      {own && <DeveloperCap onChange={() => act('cap')} />}
      <MemberDialogs action={action} member={chosen} onClose={() => setAction(undefined)} />
    </Panel>
  );
}

/** Owners set what each developer may spend. */
function DeveloperCap({ onChange }: { onChange: () => void }) {
  const account = useQuery(accountQuery({ kind: 'own' })).data;
  if (!account || !('developer_daily_cap_usd' in account)) return null;
  return (
    <Group className="aside ruled" gap="var(--space-1) var(--space-4)" px="var(--gutter)" py="sm">
      <span>Each developer may spend {describeUsd(account.developer_daily_cap_usd)} a day with all their keys</span>
      <Button onClick={onChange}>Change</Button>
    </Group>
  );
}

function columnsOf(
  ownId: string,
  own: boolean,
  onAct: (action: MemberAction, member: Member) => void,
): Column<Member>[] {
  const columns: Column<Member>[] = [
    {
      title: 'Email',
      narrow: 'lead',
      cell: ({ id, email }) => (
        <>
          <span className="breakable">{email}</span> {id === ownId && <Badge color="accent">you</Badge>}
        </>
      ),
    },
    { title: 'Role', cell: ({ role }) => roleNames[role] },
    { title: 'Last seen', cell: (member) => <LastSeen member={member} /> },
  ];
  if (!own) return columns;
  const title = 'Actions';
  return [
    ...columns,
    { title, number: true, narrow: 'end', cell: (member) => <MemberMenu member={member} onAct={onAct} /> },
  ];
}

function LastSeen({ member: { has_joined, last_seen_at } }: { member: Member }) {
  if (!has_joined) return <Badge color="warn">invitation open</Badge>;
  return last_seen_at === null ? 'Never' : <Moment at={last_seen_at} />;
}

function MemberMenu({ member, onAct }: { member: Member; onAct: (action: MemberAction, member: Member) => void }) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${member.email}`}>
          <EllipsisHorizontalIcon width={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onAct('role', member)}>Change role</Menu.Item>
        {!member.has_joined && <Menu.Item onClick={() => onAct('again', member)}>New invitation</Menu.Item>}
        <Menu.Item c="var(--bad)" onClick={() => onAct('remove', member)}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
