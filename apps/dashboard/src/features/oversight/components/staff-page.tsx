import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../account/use-session';
import type { View } from '../../../api/views';
import { Badge } from '../../../components/badge';
import { Moment } from '../../../components/moment';
import { Page } from '../../../components/page';
import { Panel } from '../../../components/panel';
import { QueryView } from '../../../components/query-view';
import { type Column, Table } from '../../../components/table';
import { countOf } from '../../../format/counts';
import { staffQuery } from '../oversight-queries';
import { StaffDialog } from './staff-dialog';

type Member = View<'StaffView'>;

/** Who of support can sign in, and how to lock somebody out. */
export function StaffPage() {
  const staff = useQuery(staffQuery);
  const { id: ownId } = useSession().user;
  const [chosen, setChosen] = useState<Member>();
  const [opened, setOpened] = useState(false);
  const choose = (member: Member) => {
    setChosen(member);
    setOpened(true);
  };
  return (
    <Page title="Staff" lede="Everybody of support. The operator lets new people in with the create-user command.">
      <QueryView query={staff} loading="Loading the staff">
        {(members) => (
          <Panel title={countOf(members.length, 'person', 'people')} flush>
            <Table label="Staff" rows={members} idOf={({ id }) => id} columns={columnsOf(ownId, choose)} />
          </Panel>
        )}
      </QueryView>
      {chosen && <StaffDialog member={chosen} opened={opened} onClose={() => setOpened(false)} />}
    </Page>
  );
}

function columnsOf(ownId: string, onChoose: (member: Member) => void): Column<Member>[] {
  return [
    {
      title: 'Email',
      narrow: 'lead',
      cell: ({ id, email }) => (
        <>
          {email} {id === ownId && <Badge tone="accent">you</Badge>}
        </>
      ),
    },
    { title: 'State', cell: (member) => <MemberState member={member} /> },
    { title: 'Last seen', cell: (member) => <LastSeen member={member} /> },
    { title: 'Since', cell: ({ created_at }) => <Moment at={created_at} as="date" /> },
    {
      title: 'Action',
      number: true,
      narrow: 'end',
      cell: (member) =>
        member.id !== ownId && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`${changeName(member)} ${member.email}`}
            onClick={() => onChoose(member)}
          >
            {changeName(member)}
          </Button>
        ),
    },
  ];
}

const changeName = ({ disabled_at }: Member) => (disabled_at === null ? 'Disable' : 'Enable');

function MemberState({ member }: { member: Member }) {
  if (member.disabled_at !== null) return <Badge tone="bad">disabled</Badge>;
  if (!member.has_password) return <Badge tone="warn">invitation open</Badge>;
  return member.second_factor_enabled ? <Badge tone="good">second factor</Badge> : <Badge tone="plain">password</Badge>;
}

function LastSeen({ member: { disabled_at, last_seen_at } }: { member: Member }) {
  if (disabled_at !== null) return <Moment at={disabled_at} as="date" />;
  return last_seen_at === null ? 'not lately' : <Moment at={last_seen_at} />;
}
