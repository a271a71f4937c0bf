import { lazy, useSyncExternalStore } from 'react';
import { sessionGate } from '../../api/session-gate';
import { WhenWanted } from '../../components/when-wanted';

const SignInDialog = lazy(async () => ({ default: (await import('./sign-in-dialog')).SignInDialog }));
const PasswordDialog = lazy(async () => ({ default: (await import('./password-dialog')).PasswordDialog }));

/** Opens over whatever is on the page when a call was refused for want of a sign-in or of a fresh password. */
export function GateDialogs() {
  const demand = useSyncExternalStore(sessionGate.subscribe, sessionGate.current);
  return (
    <WhenWanted wanted={demand !== undefined}>
      <SignInDialog opened={demand === 'sign-in'} />
      <PasswordDialog opened={demand === 'password'} />
    </WhenWanted>
  );
}
