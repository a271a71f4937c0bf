import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../account/use-session';
import { answerOf, client } from '../../../api/client';
import { SubmitForm } from '../../../components/form/submit-form';
import { useSubmit } from '../../../components/form/use-submit';
import { Notice } from '../../../components/notice';
import { Panel } from '../../../components/panel';
import { sessionsQuery } from '../settings-queries';
import classes from './panel-form.module.css';

export function PasswordPanel() {
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
      <div className={classes.form}>
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
