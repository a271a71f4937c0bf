import { onlineManager } from '@tanstack/react-query';

/** `unreachable`: the browser has a network, and Loupe does not answer: it restarts, say. */
export type Connection = 'up' | 'offline' | 'unreachable';

const retryMs = 2_000;

/** Whether Loupe can be reached, as the calls of the page find out. While it cannot, it is asked again and again. */
export class ConnectionState {
  private isReached = true;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();

  /** @param ask whether Loupe answers. */
  constructor(private readonly ask: () => Promise<boolean>) {}

  note(isReached: boolean): void {
    if (!isReached) this.timer ??= setTimeout(() => void this.again(), retryMs);
    if (isReached === this.isReached) return;
    this.isReached = isReached;
    for (const listener of this.listeners) listener();
  }

  /** For useSyncExternalStore. */
  readonly current = (): Connection => {
    if (!onlineManager.isOnline()) return 'offline';
    return this.isReached ? 'up' : 'unreachable';
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    const leave = onlineManager.subscribe(listener);
    return () => {
      this.listeners.delete(listener);
      leave();
    };
  };

  private async again(): Promise<void> {
    const isReached = onlineManager.isOnline() && (await this.ask().catch(() => false));
    this.timer = undefined;
    this.note(isReached);
  }
}

/** What a process answers that ends, or begins, or cannot reach its database; and what a proxy answers in front of none. */
export const isAway = (status: number): boolean => status === 502 || status === 503 || status === 504;

/** Whether a process that can reach its database answers; a signed-out visitor gets an answer too. */
export const isServed = async (): Promise<boolean> => {
  const { status } = await fetch('/dashboard/api/session/visitor', { cache: 'no-store' });
  return !isAway(status);
};

export const connection = new ConnectionState(isServed);
