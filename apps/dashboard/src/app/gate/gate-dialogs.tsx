import { Box, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { confirmPassword, sessionQuery } from '../../api/session';
import { sessionGate } from '../../api/session-gate';
import { Dialog } from '../../components/dialog';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { SignInForm } from '../../features/sign-in/sign-in-form';

/** The session has ended under an open page. The same person signs in again and carries on. */
export function SignInDialog({ opened }: { opened: boolean }) {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  return (
    <Dialog opened={opened} onClose={() => sessionGate.settle(false)} title="Sign in again" onTop>
      <Box component="p" className="soft" mb="md">
        Your session has ended. Sign in to continue: nothing you typed is lost.
      </Box>
      <SignInForm {...(session && { email: session.user.email })} onSignedIn={() => sessionGate.settle(true)} />
    </Dialog>
  );
}

/** Money and security need a password that was typed in the last minutes. */
export function PasswordDialog({ opened }: { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={() => sessionGate.settle(false)} title="Confirm it’s you" onTop>
      <Box component="p" className="soft" mb="md">
        You entered your password a while ago. Enter it again for this step.
      </Box>
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
