import { PasswordInput, TextInput, type TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { View } from '../../api/client';
import { asksForCode, signIn } from '../../api/session';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';

interface SignInFormProps {
  email?: string;
  onSignedIn: () => void;
  label?: string;
  /** Another door than the usual one. */
  send?: (body: View<'SignInBody'>) => Promise<unknown>;
}

/** Asks for the two-factor code only after the correct password. A browser offers its passkeys in the first field. */
export function SignInForm({ email, onSignedIn, label = 'Sign in', send = signIn }: SignInFormProps) {
  const form = useForm({ initialValues: { email: email ?? '', password: '', second_factor: '' } });
  const { needsCode, mutation } = usePasswordStep(async (values: typeof form.values, code) => {
    await send({ email: values.email, password: values.password, ...code });
    onSignedIn();
  });
  const submit = useSubmit(form, mutation, mutation.mutate);
  return (
    <SubmitForm submit={submit} label={needsCode ? 'Confirm code' : label} wide>
      <TextInput
        label="Email"
        type="email"
        autoComplete="username webauthn"
        readOnly={email !== undefined}
        autoFocus={email === undefined}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        autoFocus={email !== undefined}
        {...form.getInputProps('password')}
      />
      {needsCode && <SecondFactorInput {...form.getInputProps('second_factor')} />}
    </SubmitForm>
  );
}

/** The last step of a sign-in, which may need a code. @param label without it, the code is asked for at once */
export function LastStepForm({ label, send }: { label?: string; send: (code: Code) => Promise<unknown> }) {
  const form = useForm({ initialValues: { second_factor: '' } });
  const { needsCode, mutation } = usePasswordStep((_: typeof form.values, code) => send(code), label === undefined);
  const submit = useSubmit(form, mutation, mutation.mutate);
  return (
    <SubmitForm submit={submit} label={needsCode ? 'Confirm code' : label} wide>
      {needsCode && <SecondFactorInput {...form.getInputProps('second_factor')} />}
    </SubmitForm>
  );
}

interface Code {
  second_factor?: string;
}

export function usePasswordStep<Values extends { second_factor: string }>(
  send: (values: Values, code: Code) => Promise<unknown>,
  startsWithCode = false,
) {
  const [needsCode, setNeedsCode] = useState(startsWithCode);
  const mutation = useMutation({
    mutationFn: async (values: Values) => {
      try {
        await send(values, needsCode ? { second_factor: values.second_factor.trim() } : {});
      } catch (error) {
        if (needsCode || !asksForCode(error)) throw error;
        setNeedsCode(true);
      }
    },
  });
  return { needsCode, mutation };
}

export function SecondFactorInput(field: TextInputProps) {
  return (
    <TextInput
      label="Two-factor code"
      description="Enter six digits from your authenticator app, or a recovery code."
      autoComplete="one-time-code"
      autoFocus
      {...field}
    />
  );
}
