import { PasswordInput, TextInput, type TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { asksForCode, signIn } from '../../api/session';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';

interface SignInFormProps {
  email?: string;
  onSignedIn: () => void;
}

/** Email and password; the two-factor code only after the right password. */
export function SignInForm({ email, onSignedIn }: SignInFormProps) {
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({ initialValues: { email: email ?? '', password: '', second_factor: '' } });
  const entering = useMutation({
    mutationFn: async ({ second_factor, ...known }: typeof form.values) => {
      try {
        await signIn(needsCode ? { ...known, second_factor: second_factor.trim() } : known);
        onSignedIn();
      } catch (error) {
        if (needsCode || !asksForCode(error)) throw error;
        setNeedsCode(true);
      }
    },
  });
  const submit = useSubmit(form, entering, entering.mutate);
  return (
    <SubmitForm submit={submit} label={needsCode ? 'Confirm code' : 'Sign in'} wide>
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
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
