import { lazy, useSyncExternalStore } from 'react';
import { sessionGate } from '../../api/session-gate';
import { LazyMount } from '../../components/dialog';

const DemandDialogs = lazy(async () => ({ default: (await import('./gate-dialogs')).DemandDialogs }));

/** Opens over the page when a call needs a new sign-in or a fresh password. */
export function GateDialogs() {
  const demand = useSyncExternalStore(sessionGate.subscribe, sessionGate.current);
  return (
    <LazyMount when={demand !== undefined}>
      <DemandDialogs demand={demand} />
    </LazyMount>
  );
}
