import { Box, Group, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/session';
import { AlertBox } from '../../components/alert-box';
import { DownloadButton } from '../../components/download-button';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { showToast } from '../../components/toast';
import { MembersPanel } from './members-panel';
import { NotificationsPanel } from './notifications-panel';
import { SecondFactorPanel } from './second-factor-panel';
import { SessionsPanel } from './sessions-panel';
import classes from './settings.module.css';
import { useChangePassword } from './settings-queries';

export function SettingsPage() {
  const { user, second_factor: factor } = useSession();
  const mustEnrol = factor.required && !factor.enabled;
  const isMember = user.role !== 'support';
  const sections = [...personal, ...(isMember ? ofAccount : []), ...(user.role === 'owner' ? ofOwners : [])];
  return (
    <Page title="Settings" lede={user.email}>
      {mustEnrol && (
        <AlertBox tone="warn" title="Set up two-factor authentication to continue">
          Your operator requires it for all support staff. It takes a minute.
        </AlertBox>
      )}
      <Group component="nav" aria-label="Sections" gap="var(--space-1) var(--space-4)">
        {sections.map(([id, title]) => (
          <Link key={id} to="/settings" hash={id}>
            {title}
          </Link>
        ))}
      </Group>
      <div className={classes.sections}>
        <PasswordPanel />
        <SecondFactorPanel />
        <SessionsPanel />
        {isMember && (
          <>
            <MembersPanel />
            <NotificationsPanel />
            <Panel id="webhook" title="Webhook" description="Loupe can send notices to your server.">
              <Link to="/webhook">Set up the webhook and see its events</Link>
            </Panel>
          </>
        )}
        {user.role === 'owner' && <AccountDataPanel />}
      </div>
    </Page>
  );
}

const personal = [
  ['password', 'Password'],
  ['two-factor', 'Two-factor authentication'],
  ['sessions', 'Sessions'],
] as const;
const ofAccount = [
  ['members', 'Members'],
  ['notices', 'Notices'],
  ['webhook', 'Webhook'],
] as const;
const ofOwners = [['account-data', 'Account data']] as const;

function AccountDataPanel() {
  return (
    <Panel
      id="account-data"
      title="Account data"
      description="The file contains the data of this account as compressed lines of JSON. To have the data erased, ask support."
    >
      <DownloadButton
        href="/dashboard/api/account-data.ndjson.gz"
        fallbackName="account-data.ndjson.gz"
        label="Download data"
      />
    </Panel>
  );
}

function PasswordPanel() {
  const changePassword = useChangePassword();
  const { email } = useSession().user;
  const form = useForm({ initialValues: { current_password: '', new_password: '' } });
  const onSuccess = () => {
    form.reset();
    showToast({ text: 'Your password has been changed.' });
  };
  const submit = useSubmit(form, changePassword, (body) => changePassword.mutate(body, { onSuccess }));
  return (
    <Panel id="password" title="Password" description="Changing it ends all your other sessions.">
      <Box maw="26rem">
        <SubmitForm submit={submit} label="Change password">
          <TextInput
            className="visually-hidden"
            label="Email"
            autoComplete="username"
            readOnly
            value={email}
            tabIndex={-1}
          />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label="New password"
            description="Use at least 12 characters. Common passwords are refused."
            autoComplete="new-password"
            {...form.getInputProps('new_password')}
          />
        </SubmitForm>
      </Box>
    </Panel>
  );
}
