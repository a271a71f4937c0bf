import { Box, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useSyncExternalStore } from 'react';
import { askForPasskey } from '../api/passkeys';
import { queryClient } from '../api/query-client';
import { confirmProof, sessionQuery, signInOptionsQuery } from '../api/session';
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
  // Whose page this is, while a dialog may sign in somebody else.
  const owner = useRef<string>(undefined);
  if (demand === undefined) owner.current = session?.user.id ?? owner.current;
  const met = async () => {
    const now = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    if (owner.current === undefined || owner.current === now?.user.id) sessionGate.resolve(true);
    else window.location.assign('/dashboard/');
  };
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
          <PasskeySignIn onSignedIn={met} />
        </Stack>
      </Dialog>
      <Dialog {...shared} opened={demand === 'password'} title="Confirm it’s you">
        <Box component="p" className="soft" mb="md">
          This step needs a fresh proof: your last one was a while ago.
        </Box>
        <Stack>
          {proofs.includes('passkey') && <ConfirmByPasskey onDone={met} />}
          {options?.provider && proofs.includes('provider') && (
            <ProviderInNewTab provider={options.provider} confirm onDone={met} />
          )}
          {(proofs.includes('password') || proofs.length === 0) && <PasswordForm onDone={met} />}
        </Stack>
      </Dialog>
    </>
  );
}

type Done = { onDone: () => Promise<void> };

function ConfirmByPasskey({ onDone }: Done) {
  const confirm = useMutation({
    mutationFn: async () => {
      await confirmProof({ passkey: { ...(await askForPasskey('confirm')) } });
      await onDone();
    },
  });
  return <PasskeyButton {...confirm} onClick={() => confirm.mutate()} />;
}

function PasswordForm({ onDone }: Done) {
  const form = useForm({ initialValues: { password: '', second_factor: '' } });
  const { needsCode, mutation } = usePasswordStep(async ({ password }: typeof form.values, code) => {
    await confirmProof({ password, ...code });
    await onDone();
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
