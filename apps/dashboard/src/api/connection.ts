import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const retryMs = 2_000;

let _timer: ReturnType<typeof setTimeout> | undefined;

/** While no call reaches Loupe, queries pause as if the browser were offline, and Loupe is polled. */
export function noteReach(isReached: boolean): void {
  onlineManager.setOnline(isReached);
  if (!isReached) _timer ??= setTimeout(() => void askAgain(), retryMs);
}

async function askAgain(): Promise<void> {
  const isReached = navigator.onLine && (await isServed().catch(() => false));
  _timer = undefined;
  noteReach(isReached);
}

export const useOnline = (): boolean => useSyncExternalStore(onlineManager.subscribe, () => onlineManager.isOnline());

/** Sent by a process that starts, stops or has lost its database, and by a proxy without a backend. */
export const isAway = (status: number): boolean => status === 502 || status === 503 || status === 504;

export const isServed = async (): Promise<boolean> => {
  const { status } = await fetch('/dashboard/api/session/visitor', { cache: 'no-store' });
  return !isAway(status);
};
