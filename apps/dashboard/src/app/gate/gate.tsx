import { lazy, useSyncExternalStore } from 'react';
import { sessionGate } from '../../api/session-gate';
import { LazyMount } from '../../components/dialog';

const SignInDialog = lazy(async () => ({ default: (await import('./gate-dialogs')).SignInDialog }));
const PasswordDialog = lazy(async () => ({ default: (await import('./gate-dialogs')).PasswordDialog }));

/** Opens over the page when a call needs a new sign-in or a fresh password. */
export function GateDialogs() {
  const demand = useSyncExternalStore(sessionGate.subscribe, sessionGate.current);
  return (
    <LazyMount when={demand !== undefined}>
      <SignInDialog opened={demand === 'sign-in'} />
      <PasswordDialog opened={demand === 'password'} />
    </LazyMount>
  );
}
