import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, client } from '../../api/client';
import { useSession } from '../../api/session';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { SecondFactorPanel } from './second-factor-panel';
import { SessionsPanel } from './sessions-panel';
import classes from './settings.module.css';
import { sessionsQuery } from './settings-queries';
import { WebhookPanel } from './webhook-panel';

export function SettingsPage() {
  const { user, second_factor: factor } = useSession();
  const mustEnrol = factor.required && !factor.enabled;
  return (
    <Page title="Settings" lede={user.email}>
      {mustEnrol && (
        <Notice tone="warn" title="Set up a second factor to go on">
          Your operator requires one of everybody in support. It takes a minute.
        </Notice>
      )}
      <PasswordPanel />
      <SecondFactorPanel />
      <SessionsPanel />
      {user.role === 'owner' && <WebhookPanel />}
    </Page>
  );
}

function PasswordPanel() {
  const queryClient = useQueryClient();
  const { email } = useSession().user;
  const [changed, setChanged] = useState(false);
  const form = useForm({ initialValues: { current_password: '', new_password: '' } });
  const submit = useSubmit(form, async (body) => {
    setChanged(false);
    await answerOf(client.PUT('/dashboard/api/password', { body }));
    form.reset();
    setChanged(true);
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  });
  return (
    <Panel title="Password" answer="Changing it ends every other session.">
      <div className={classes.narrowForm}>
        <SubmitForm submit={submit} label="Change the password">
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
            description="At least 12 characters, and not a common one."
            autoComplete="new-password"
            {...form.getInputProps('new_password')}
          />
          {changed && <Notice tone="good" title="The password is changed" announced />}
        </SubmitForm>
      </div>
    </Panel>
  );
}
