import { Box, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useSession } from '../../api/session';
import { DownloadButton } from '../../components/download-button';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { MembersPanel } from './members-panel';
import { NoticesPanel } from './notices-panel';
import { SecondFactorPanel } from './second-factor-panel';
import { SessionsPanel } from './sessions-panel';
import { useChangePassword } from './settings-queries';
import { WebhookPanel } from './webhook-panel';

export function SettingsPage() {
  const { user, second_factor: factor } = useSession();
  const mustEnrol = factor.required && !factor.enabled;
  return (
    <Page title="Settings" lede={user.email}>
      {mustEnrol && (
        <Notice tone="warn" title="Set up two-factor authentication to continue">
          Your operator requires it for all support staff. It takes a minute.
        </Notice>
      )}
      <PasswordPanel />
      <SecondFactorPanel />
      <SessionsPanel />
      {user.role !== 'support' && (
        <>
          <MembersPanel />
          <NoticesPanel />
          <WebhookPanel />
        </>
      )}
      {user.role === 'owner' && <AccountDataPanel />}
    </Page>
  );
}

function AccountDataPanel() {
  return (
    <Panel
      title="Account data"
      description="Everything that is kept about this account, as compressed lines of JSON. To have it erased, ask support."
      actions={
        <DownloadButton
          href="/dashboard/api/account-data.ndjson.gz"
          fallbackName="account-data.ndjson.gz"
          label="Download data"
        />
      }
    />
  );
}

function PasswordPanel() {
  const changePassword = useChangePassword();
  const { email } = useSession().user;
  const [changed, setChanged] = useState(false);
  const form = useForm({ initialValues: { current_password: '', new_password: '' } });
  const submit = useSubmit(form, async (body) => {
    setChanged(false);
    await changePassword.mutateAsync(body);
    form.reset();
    setChanged(true);
  });
  return (
    <Panel title="Password" description="Changing it ends all your other sessions.">
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
          {changed && <Notice tone="good" title="Your password has been changed" announced />}
        </SubmitForm>
      </Box>
    </Panel>
  );
}
