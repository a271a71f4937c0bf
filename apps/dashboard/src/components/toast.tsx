import { lazy, useSyncExternalStore } from 'react';
import { LazyMount } from './dialog';
import type { Toast } from './toasts';

const load = () => import('./toasts');
const Toasts = lazy(async () => ({ default: (await load()).Toasts }));

let isWanted = false;
const listeners = new Set<() => void>();

/** Says that a change was made. Faults are shown where they occurred instead, and stay there. */
export function showToast(toast: Toast): void {
  isWanted = true;
  for (const listener of listeners) listener();
  void load().then(({ show }) => show(toast));
}

/** Where toasts appear. The code is loaded with the first of them. */
export function ToastPlace() {
  const wanted = useSyncExternalStore(subscribe, () => isWanted);
  return (
    <LazyMount when={wanted}>
      <Toasts />
    </LazyMount>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
