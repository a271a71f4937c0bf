import { useSyncExternalStore } from 'react';
import { sessionGate } from '../../api/session-gate';
import { PasswordDialog } from './password-dialog';
import { SignInDialog } from './sign-in-dialog';

/** Opens over whatever is on the page when a call was refused for want of a sign-in or of a fresh password. */
export function GateDialogs() {
  const demand = useSyncExternalStore(sessionGate.subscribe, sessionGate.current);
  return (
    <>
      <SignInDialog opened={demand === 'sign-in'} />
      <PasswordDialog opened={demand === 'password'} />
    </>
  );
}
