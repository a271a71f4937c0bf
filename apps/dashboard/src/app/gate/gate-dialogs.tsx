import { PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { confirmPassword, sessionQuery } from '../../api/session';
import { sessionGate } from '../../api/session-gate';
import { Dialog } from '../../components/dialog';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { SignInForm } from '../../features/sign-in/sign-in-form';
import classes from './gate.module.css';

/** The session has ended under an open page. The same person signs in again and everything goes on where it was. */
export function SignInDialog({ opened }: { opened: boolean }) {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  return (
    <Dialog opened={opened} onClose={() => sessionGate.settle(false)} title="Sign in again" onTop>
      <p className={classes.reason}>Your session has ended. Nothing you typed is lost: sign in and it goes on.</p>
      <SignInForm {...(session && { email: session.user.email })} onSignedIn={() => sessionGate.settle(true)} />
    </Dialog>
  );
}

/** Money and security want a password that was typed in the last minutes. */
export function PasswordDialog({ opened }: { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={() => sessionGate.settle(false)} title="Confirm that it is you" onTop>
      <p className={classes.reason}>You last typed your password a while ago. This step needs it once more.</p>
      <PasswordForm />
    </Dialog>
  );
}

function PasswordForm() {
  const form = useForm({ initialValues: { password: '' } });
  const submit = useSubmit(form, async ({ password }) => {
    await confirmPassword(password);
    sessionGate.settle(true);
  });
  return (
    <SubmitForm submit={submit} label="Confirm" onCancel={() => sessionGate.settle(false)}>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </SubmitForm>
  );
}
