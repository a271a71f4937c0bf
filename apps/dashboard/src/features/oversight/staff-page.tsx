import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../api/session';
import type { View } from '../../api/views';
import { Dialog } from '../../components/dialog';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { type Column, Table } from '../../components/table';
import { Badge, Moment } from '../../components/values';
import { countOf } from '../../format/counts';
import { changeStaff, staffQuery } from './oversight-queries';

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

interface StaffDialogProps {
  member: View<'StaffView'>;
  opened: boolean;
  onClose: () => void;
}

/** Locks somebody of support out, or lets them in again. */
function StaffDialog({ member, opened, onClose }: StaffDialogProps) {
  const verb = member.disabled_at === null ? 'Disable' : 'Enable';
  return (
    <Dialog opened={opened} onClose={onClose} title={`${verb} ${member.email}?`}>
      <StaffForm member={member} verb={verb} onDone={onClose} />
    </Dialog>
  );
}

interface StaffFormProps {
  member: View<'StaffView'>;
  verb: 'Disable' | 'Enable';
  onDone: () => void;
}

function StaffForm({ member, verb, onDone }: StaffFormProps) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { note: '' } });
  const submit = useSubmit(form, async ({ note }) => {
    await changeStaff(member.id, verb === 'Disable' ? 'disable' : 'enable', note.trim());
    onDone();
    await queryClient.invalidateQueries({ queryKey: staffQuery.queryKey });
  });
  return (
    <SubmitForm submit={submit} label={verb} danger={verb === 'Disable'} onCancel={onDone}>
      <p>
        {verb === 'Disable'
          ? 'Every session ends at once, and no password or link opens a new one. What they did stays in the audit log.'
          : 'They sign in again with the password they had.'}
      </p>
      <TextInput label="Why" description="For the audit log." data-autofocus {...form.getInputProps('note')} />
    </SubmitForm>
  );
}
