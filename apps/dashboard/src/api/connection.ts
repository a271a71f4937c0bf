import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const retryMs = 2_000;

let _timer: ReturnType<typeof setTimeout> | undefined;

/** Notes whether a call reached Loupe. While none does, queries wait as if the browser were offline, and Loupe is asked again. */
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

/** What a process answers that ends, or begins, or cannot reach its database; and what a proxy answers in front of none. */
export const isAway = (status: number): boolean => status === 502 || status === 503 || status === 504;

/** Whether a process that can reach its database answers; a signed-out visitor gets an answer too. */
export const isServed = async (): Promise<boolean> => {
  const { status } = await fetch('/dashboard/api/session/visitor', { cache: 'no-store' });
  return !isAway(status);
};
