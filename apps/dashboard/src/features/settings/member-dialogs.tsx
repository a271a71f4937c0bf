import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery, changeAccount, ownAccount } from '../../account/account-queries';
import { roleNames } from '../../account/permissions';
import type { View } from '../../api/client';
import { type DialogControl, FormDialog, UsdInput } from '../../components/dialog';
import { EditDialog } from '../../components/edit-dialog';
import { LinkDelivery, linkSent } from '../../components/link-delivery';
import { plainAmount } from '../../format/usd';
import { changeRole, membersQuery, useInviteAgain, useInviteMember, useRemoveMember } from './settings-queries';

export type MemberAction = 'cap' | 'invite' | 'again' | 'role' | 'remove';

type Member = View<'AccountMemberView'>;
type Role = Member['role'];

interface MemberDialogsProps {
  action: MemberAction | undefined;
  member: Member | undefined;
  onClose: () => void;
}

export function MemberDialogs({ action, member, onClose }: MemberDialogsProps) {
  const [shown, setShown] = useState(member);
  if (member && member !== shown) setShown(member);
  const control = (name: MemberAction) => ({ opened: action === name, onClose });
  return (
    <>
      <InviteDialog {...control('invite')} />
      <DeveloperCapDialog {...control('cap')} />
      {shown && (
        <>
          <InviteAgainDialog {...control('again')} member={shown} />
          <RoleDialog {...control('role')} member={shown} />
          <RemoveDialog {...control('remove')} member={shown} />
        </>
      )}
    </>
  );
}

const roles: readonly { value: Role; label: string }[] = [
  { value: 'viewer', label: 'Viewer: reads everything' },
  { value: 'developer', label: 'Developer: also manages keys, monitors and webhooks' },
  { value: 'owner', label: 'Owner: also manages money and members' },
];

function InviteDialog(control: DialogControl) {
  const invite = useInviteMember();
  const initialValues: { email: string; role: Role } = { email: '', role: 'developer' };
  return (
    <FormDialog
      {...control}
      title="Invite a member"
      label="Send invitation"
      initialValues={initialValues}
      mutation={invite}
      body={({ email, role }) => ({ email: email.trim(), role })}
      resultTitle={({ email }) => `Invitation for ${email}`}
      {...invited}
    >
      {(form) => (
        <>
          <TextInput label="Email" type="email" autoComplete="off" data-autofocus {...form.getInputProps('email')} />
          <NativeSelect label="Role" data={roles} {...form.getInputProps('role')} />
        </>
      )}
    </FormDialog>
  );
}

function DeveloperCapDialog(control: DialogControl) {
  const account = useQuery(accountQuery({ kind: 'own' })).data;
  if (!account || !('developer_daily_cap_usd' in account)) return null;
  return (
    <EditDialog
      {...control}
      title="Limit for each developer"
      stored={account}
      formOf={({ developer_daily_cap_usd: cap }) => ({ developer_daily_cap_usd: plainAmount(cap) })}
      changesOf={({ developer_daily_cap_usd: text }) => ({ developer_daily_cap_usd: text.trim() || null })}
      send={changeAccount}
      queryKey={ownAccount}
      saved={() => 'The daily limit of each developer is saved.'}
    >
      {(form) => (
        <UsdInput
          label="Daily limit"
          description="What each developer may spend a day with all keys that they created, revoked ones included. Leave empty for the default limit."
          data-autofocus
          {...form.getInputProps('developer_daily_cap_usd')}
        />
      )}
    </EditDialog>
  );
}

function InviteAgainDialog({ member, ...control }: DialogControl & { member: Member }) {
  const invite = useInviteAgain(member.id);
  return (
    <FormDialog
      {...control}
      title={`New invitation for ${member.email}`}
      label="Create invitation"
      mutation={invite}
      {...invited}
    >
      <p>The link that was sent before stops working.</p>
    </FormDialog>
  );
}

/** The link is shown only if there is no mail server. */
const invited = {
  locked: ({ invitation_url: url }: View<'InvitationView'>) => url !== undefined,
  result: ({ email, invitation_delivery, invitation_url: url }: View<'InvitationView'>, close: () => void) =>
    invitation_delivery !== 'emailed' && <LinkDelivery url={url} email={email} onDone={close} />,
  done: (_: unknown, { email }: View<'InvitationView'>) => linkSent(email),
};

function RoleDialog({ member, ...control }: DialogControl & { member: Member }) {
  return (
    <EditDialog
      {...control}
      title={`Role of ${member.email}`}
      stored={member}
      formOf={({ role }) => ({ role })}
      changesOf={({ role }) => ({ role })}
      send={(changes) => changeRole(member.id, changes)}
      queryKey={membersQuery.queryKey}
      saved={({ role }) => `${member.email} now has the role “${roleNames[role]}”.`}
    >
      {(form) => (
        <NativeSelect
          label="Role"
          description={`${roleNames[member.role]} until now. The new role takes effect at once.`}
          data={roles}
          data-autofocus
          {...form.getInputProps('role')}
        />
      )}
    </EditDialog>
  );
}

function RemoveDialog({ member, ...control }: DialogControl & { member: Member }) {
  const remove = useRemoveMember(member.id);
  return (
    <FormDialog
      {...control}
      title={`Remove ${member.email}?`}
      label="Remove"
      danger
      mutation={remove}
      done={`${member.email} was removed.`}
    >
      <p>
        Their sessions end at once. The keys that they created keep working: revoke those that they may have copied.
        Their monitors pause.
      </p>
    </FormDialog>
  );
}
