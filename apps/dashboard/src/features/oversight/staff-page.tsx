import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermissions } from '../../account/permissions';
import type { View } from '../../api/client';
import { useSession } from '../../api/session';
import { type DialogControl, ReasonDialog } from '../../components/dialog';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { type Column, Table } from '../../components/table';
import { Moment } from '../../components/values';
import { countOf } from '../../format/counts';
import { changeStaff, staffQuery, useChangeStaff } from './oversight-queries';

type Member = View<'StaffView'>;

export function StaffPage() {
  const staff = useQuery(staffQuery);
  const { id: ownId } = useSession().user;
  const { assist } = usePermissions();
  const [chosen, setChosen] = useState<Member>();
  const [opened, setOpened] = useState(false);
  const choose = (member: Member) => {
    setChosen(member);
    setOpened(true);
  };
  const actionColumn: Column<Member> = {
    title: 'Action',
    number: true,
    narrow: 'end',
    cell: (member) =>
      member.id !== ownId && (
        <Button size="compact-sm" aria-label={`${changeName(member)} ${member.email}`} onClick={() => choose(member)}>
          {changeName(member)}
        </Button>
      ),
  };
  return (
    <Page
      title="Staff"
      lede={
        <>
          Support staff. Add people with <code>loupe create-user</code>.
        </>
      }
    >
      <QueryView query={staff} loading="Loading the staff">
        {(members) => (
          <Panel title={countOf(members.length, 'person', 'people')} flush>
            <Table
              label="Staff"
              rows={members}
              idOf={({ id }) => id}
              columns={[
                {
                  title: 'Email',
                  narrow: 'lead',
                  cell: ({ id, email }) => (
                    <>
                      {email} {id === ownId && <Badge color="accent">you</Badge>}
                    </>
                  ),
                },
                { title: 'State', cell: (member) => <MemberState member={member} /> },
                { title: 'Last seen', cell: (member) => <LastSeen member={member} /> },
                { title: 'Since', cell: ({ created_at }) => <Moment at={created_at} as="date" /> },
                ...(assist ? [actionColumn] : []),
              ]}
            />
          </Panel>
        )}
      </QueryView>
      {chosen && <StaffDialog member={chosen} opened={opened} onClose={() => setOpened(false)} />}
    </Page>
  );
}

const changeName = ({ disabled_at }: Member) => (disabled_at === null ? 'Disable' : 'Enable');

function MemberState({ member }: { member: Member }) {
  if (member.disabled_at !== null) return <Badge color="bad">disabled</Badge>;
  if (!member.has_joined) return <Badge color="warn">invitation open</Badge>;
  return member.second_factor_enabled ? (
    <Badge color="good">two-factor</Badge>
  ) : (
    <Badge color="gray">no two-factor</Badge>
  );
}

function LastSeen({ member: { disabled_at, last_seen_at } }: { member: Member }) {
  if (disabled_at !== null) return <Moment at={disabled_at} as="date" />;
  return last_seen_at === null ? 'Never' : <Moment at={last_seen_at} />;
}

function StaffDialog({ member, ...dialog }: DialogControl & { member: Member }) {
  const disabling = member.disabled_at === null;
  const mutation = useChangeStaff(member.id, disabling ? 'disable' : 'enable');
  return (
    <ReasonDialog
      {...dialog}
      title={`${changeName(member)} ${member.email}?`}
      label={changeName(member)}
      danger={disabling}
      consequence={
        disabling
          ? 'All their sessions end at once, and they cannot sign in again. Their actions stay in the audit log.'
          : 'They can sign in again as before.'
      }
      mutation={mutation}
      done={{
        text: `${member.email} is ${disabling ? 'disabled' : 'enabled'}.`,
        undo: () => changeStaff(member.id, disabling ? 'enable' : 'disable', 'Undone'),
      }}
    />
  );
}
