import { Box, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { confirmPassword, sessionQuery } from '../api/session';
import { sessionGate } from '../api/session-gate';
import { Dialog } from '../components/dialog';
import { SubmitForm, useSubmit } from '../components/form/submit-form';
import { SecondFactorInput, SignInForm, usePasswordStep } from '../features/sign-in/sign-in-form';

export function GateDialogs() {
  const demand = useSyncExternalStore(sessionGate.subscribe, sessionGate.current);
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const shared = { onClose: () => sessionGate.resolve(false), zIndex: 500 };
  return (
    <>
      <Dialog {...shared} opened={demand === 'sign-in'} title="Sign in again">
        <Box component="p" className="soft" mb="md">
          Your session has ended. Sign in to continue: nothing you typed is lost.
        </Box>
        <SignInForm {...(session && { email: session.user.email })} onSignedIn={() => sessionGate.resolve(true)} />
      </Dialog>
      <Dialog {...shared} opened={demand === 'password'} title="Confirm it’s you">
        <Box component="p" className="soft" mb="md">
          You entered your password a while ago. Enter it again for this step.
        </Box>
        <PasswordForm />
      </Dialog>
    </>
  );
}

function PasswordForm() {
  const form = useForm({ initialValues: { password: '', second_factor: '' } });
  const { needsCode, mutation } = usePasswordStep(async ({ password }: typeof form.values, code) => {
    await confirmPassword({ password, ...code });
    sessionGate.resolve(true);
  });
  const submit = useSubmit(form, mutation, mutation.mutate);
  return (
    <SubmitForm submit={submit} label="Confirm" onCancel={() => sessionGate.resolve(false)}>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      {needsCode && <SecondFactorInput {...form.getInputProps('second_factor')} />}
    </SubmitForm>
  );
}
