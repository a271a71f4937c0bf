import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const retryMs = 2_000;

let _timer: ReturnType<typeof setTimeout> | undefined;

/** While no call reaches Loupe, queries pause as if the browser were offline, and Loupe is polled. */
export function setReachable(isReached: boolean): void {
  onlineManager.setOnline(isReached);
  if (!isReached) _timer ??= setTimeout(() => void poll(), retryMs);
}

async function poll(): Promise<void> {
  const isReached = navigator.onLine && (await isReachable().catch(() => false));
  _timer = undefined;
  setReachable(isReached);
}

export const useOnline = (): boolean => useSyncExternalStore(onlineManager.subscribe, () => onlineManager.isOnline());

/** These statuses come from a process that starts, stops or has lost its database, and from a proxy without a backend. */
export const isUnavailable = (status: number): boolean => status === 502 || status === 503 || status === 504;

export const isReachable = async (): Promise<boolean> => {
  const { status } = await fetch('/dashboard/api/session/visitor', { cache: 'no-store' });
  return !isUnavailable(status);
};
