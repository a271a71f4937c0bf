import { PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { confirmPassword } from '../../api/session';
import { sessionGate } from '../../api/session-gate';
import { Dialog } from '../../components/dialog';
import { SubmitForm } from '../../components/form/submit-form';
import { useSubmit } from '../../components/form/use-submit';
import classes from './gate-dialogs.module.css';

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
