import { setTimeout as sleep } from 'node:timers/promises';

const hourMs = 3_600_000;
const enoughMs = 60_000;

/**
 * Waits for the next hour if less than a minute is left of this one, so that a test file falls into one hour of one day. The
 * clock itself is not mocked: the database has one, too, and rows are sorted by both.
 */
export async function beginWithinOneHour(): Promise<void> {
  const leftMs = hourMs - (Date.now() % hourMs);
  if (leftMs < enoughMs) await sleep(leftMs);
}

/** Timeout of a hook that calls {@link beginWithinOneHour} and starts a service. */
export const hourHookTimeoutMs = enoughMs + 60_000;
