import { Box, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { client, dataOf } from '../../api/client';
import { ProblemError } from '../../api/problem-error';
import { signIn, signInByLink, signInOptionsQuery } from '../../api/session';
import { AlertBox, ProblemAlert } from '../../components/alert-box';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { QueryView } from '../../components/query-view';
import { Entrance } from './entrance';
import { LastStepForm, SignInForm } from './sign-in-form';

/** Opened by a one-time link. The token is in the hash, so no server log has it. */
export function WelcomePage() {
  const router = useRouter();
  const token = window.location.hash.slice(1);
  const link = useQuery({
    queryKey: ['password-link', token],
    queryFn: () => dataOf(client.POST('/dashboard/api/password-links/inspect', { body: { token } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isDead = link.error instanceof ProblemError && link.error.problem.status === 404;
  const { data: options } = useQuery(signInOptionsQuery);
  const purpose = link.data?.purpose;
  const invited = purpose === 'invitation';
  const onDone = () => router.history.push('/dashboard/');
  return (
    <Entrance
      title={invited ? 'Welcome to Loupe' : purpose === 'sign_in' ? 'Sign in' : 'Choose a new password'}
      {...(!isDead && { foot: 'The link works once.' })}
    >
      {isDead ? (
        <AlertBox tone="bad" announced>
          This link has expired or was already used. Ask support for a new one.
        </AlertBox>
      ) : (
        <QueryView query={link} loading="Checking the link">
          {({ email, account_name: account }) => (
            <>
              {invited && account !== null && (
                <Box component="p" className="soft" mb="md">
                  You are invited to <strong>{account}</strong>.
                  {options?.password !== false && ' Choose a password to sign in.'}
                </Box>
              )}
              {invited && account !== null && options?.provider && (
                <AcceptWithProvider token={token} provider={options.provider} />
              )}
              {purpose === 'sign_in' ? (
                <LastStepForm
                  label={`Sign in as ${email}`}
                  send={(code) => signInByLink({ token, ...code }).then(onDone)}
                />
              ) : (
                options?.password !== false && <NewPasswordForm token={token} email={email} onDone={onDone} />
              )}
            </>
          )}
        </QueryView>
      )}
    </Entrance>
  );
}

function AcceptWithProvider({ token, provider }: { token: string; provider: string }) {
  const accepting = useMutation({
    mutationFn: async () => {
      const { url } = await dataOf(client.POST('/dashboard/api/session/oidc/invitation', { body: { token } }));
      window.location.assign(url);
    },
  });
  return (
    <Stack mb="md">
      {accepting.isError && <ProblemAlert error={accepting.error} />}
      <Button size="sm" variant="filled" fullWidth loading={accepting.isPending} onClick={() => accepting.mutate()}>
        Continue with {provider}
      </Button>
    </Stack>
  );
}

/** Sets the password and signs in. A user with a second factor gets the usual sign-in form instead. */
function NewPasswordForm({ token, email, onDone }: { token: string; email: string; onDone: () => void }) {
  const [accepted, setAccepted] = useState(false);
  const form = useForm({ initialValues: { password: '' } });
  const accepting = useMutation({
    mutationFn: async ({ password }: typeof form.values) => {
      await dataOf(client.POST('/dashboard/api/password-links/accept', { body: { token, password } }));
      setAccepted(true);
      await signIn({ email, password });
      onDone();
    },
  });
  const submit = useSubmit(form, accepting, accepting.mutate);
  if (accepted && !submit.pending) return <SignInForm email={email} onSignedIn={onDone} />;
  return (
    <SubmitForm submit={submit} label="Set password and sign in" wide>
      <TextInput label="Email" type="email" autoComplete="username" readOnly value={email} />
      <PasswordInput
        label="New password"
        description="Use at least 12 characters. A few unrelated words work well."
        autoComplete="new-password"
        autoFocus
        {...form.getInputProps('password')}
      />
    </SubmitForm>
  );
}
