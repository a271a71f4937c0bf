import { Box, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { askForPasskey } from '../api/passkeys';
import { confirmPassword, sessionQuery, signInOptionsQuery } from '../api/session';
import { sessionGate } from '../api/session-gate';
import { Dialog } from '../components/dialog';
import { SubmitForm, useSubmit } from '../components/form/submit-form';
import { PasskeyButton, PasskeySignIn } from '../features/sign-in/passkey-button';
import { ProviderInNewTab } from '../features/sign-in/provider-button';
import { SecondFactorInput, SignInForm, usePasswordStep } from '../features/sign-in/sign-in-form';

export function GateDialogs() {
  const demand = useSyncExternalStore(sessionGate.subscribe, sessionGate.current);
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const { data: options } = useQuery({ ...signInOptionsQuery, enabled: demand !== undefined });
  const proofs = session?.proofs ?? [];
  const shared = { onClose: () => sessionGate.resolve(false), zIndex: 500 };
  return (
    <>
      <Dialog {...shared} opened={demand === 'sign-in'} title="Sign in again">
        <Box component="p" className="soft" mb="md">
          Your session has ended. Sign in to continue: nothing you typed is lost.
        </Box>
        <Stack>
          {options?.provider && <ProviderInNewTab provider={options.provider} confirm={false} onDone={met} />}
          {options?.password !== false && (
            <SignInForm {...(session && { email: session.user.email })} onSignedIn={met} />
          )}
          <PasskeySignIn email={session?.user.email} onSignedIn={met} />
        </Stack>
      </Dialog>
      <Dialog {...shared} opened={demand === 'password'} title="Confirm it’s you">
        <Box component="p" className="soft" mb="md">
          This step needs a fresh proof: your last one was a while ago.
        </Box>
        <Stack>
          {proofs.includes('passkey') && <ConfirmByPasskey />}
          {options?.provider && proofs.includes('provider') && (
            <ProviderInNewTab provider={options.provider} confirm onDone={met} />
          )}
          {(proofs.includes('password') || proofs.length === 0) && <PasswordForm />}
        </Stack>
      </Dialog>
    </>
  );
}

const met = () => sessionGate.resolve(true);

function ConfirmByPasskey() {
  const confirm = useMutation({
    mutationFn: async () => {
      await confirmPassword({ passkey: { ...(await askForPasskey('confirm')) } });
      met();
    },
  });
  return <PasskeyButton {...confirm} onClick={() => confirm.mutate()} />;
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
