import { Box, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { signInOptionsQuery, useSession } from '../../api/session';
import { AlertBox } from '../../components/alert-box';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { showToast } from '../../components/toast';
import { PasskeysPanel } from './passkeys-panel';
import { ProviderPanel } from './provider-panel';
import { SecondFactorPanel } from './second-factor-panel';
import { SessionsPanel } from './sessions-panel';
import classes from './settings.module.css';
import { useChangePassword } from './settings-queries';

/** What belongs to the signed-in person. */
export function YouPage() {
  const { user, second_factor: factor } = useSession();
  const { data: options } = useQuery(signInOptionsQuery);
  return (
    <Page title="You" lede={user.email}>
      {factor.required && !factor.enabled && (
        <AlertBox tone="warn" title="Add a passkey or set up two-factor authentication to continue">
          Your operator requires one of them for all support staff. It takes a minute.
        </AlertBox>
      )}
      <div className={classes.sections}>
        {options?.password !== false && <PasswordPanel />}
        {options?.provider && <ProviderPanel provider={options.provider} waiting={options.waiting} />}
        <PasskeysPanel />
        <SecondFactorPanel />
        <SessionsPanel />
      </div>
    </Page>
  );
}

function PasswordPanel() {
  const changePassword = useChangePassword();
  const {
    user: { email },
    proofs,
  } = useSession();
  const isFirst = !proofs.includes('password');
  const form = useForm({ initialValues: { current_password: '', new_password: '' } });
  const onSuccess = () => {
    form.reset();
    showToast({ text: 'Your password has been changed.' });
  };
  const submit = useSubmit(form, changePassword, ({ new_password, current_password }) =>
    changePassword.mutate({ new_password, ...(!isFirst && { current_password }) }, { onSuccess }),
  );
  return (
    <Panel id="password" title="Password" description="Changing it ends all your other sessions.">
      <Box maw="26rem">
        <SubmitForm submit={submit} label={isFirst ? 'Set password' : 'Change password'}>
          <TextInput
            className="visually-hidden"
            label="Email"
            autoComplete="username"
            readOnly
            value={email}
            tabIndex={-1}
          />
          {!isFirst && (
            <PasswordInput
              label="Current password"
              autoComplete="current-password"
              {...form.getInputProps('current_password')}
            />
          )}
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
