import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { answerOf, client } from '../../../api/client';
import { signIn } from '../../../api/session';
import { SubmitForm } from '../../../components/form/submit-form';
import { useSubmit } from '../../../components/form/use-submit';
import { SignInForm } from './sign-in-form';

interface NewPasswordFormProps {
  token: string;
  email: string;
  onDone: () => void;
}

/** Sets the password and signs in with it at once; where a second factor is set up, the usual form takes over. */
export function NewPasswordForm({ token, email, onDone }: NewPasswordFormProps) {
  const [accepted, setAccepted] = useState(false);
  const form = useForm({ initialValues: { password: '' } });
  const submit = useSubmit(form, async ({ password }) => {
    await answerOf(client.POST('/dashboard/api/password-links/accept', { body: { token, password } }));
    setAccepted(true);
    await signIn({ email, password });
    onDone();
  });
  if (accepted && !submit.pending) return <SignInForm email={email} onSignedIn={onDone} />;
  return (
    <SubmitForm submit={submit} label="Set the password and sign in" wide>
      <TextInput label="Email" type="email" autoComplete="username" readOnly value={email} />
      <PasswordInput
        label="New password"
        description="At least 12 characters, and not a common one. A few words in a row are good."
        autoComplete="new-password"
        autoFocus
        {...form.getInputProps('password')}
      />
    </SubmitForm>
  );
}
