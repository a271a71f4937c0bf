import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/session';
import { sessionGate } from '../../api/session-gate';
import { Dialog } from '../../components/dialog';
import { SignInForm } from '../../features/sign-in/components/sign-in-form';
import classes from './gate-dialogs.module.css';

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
