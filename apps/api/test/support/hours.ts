import { setTimeout as sleep } from 'node:timers/promises';

const hourMs = 3_600_000;
const enoughMs = 60_000;

/**
 * Waits for the next hour where less than a minute is left of this one, so that what a file of tests does falls into one
 * hour of one day. The clock itself is left alone: the database has one, too, and rows are sorted by both.
 */
export async function beginWithinOneHour(): Promise<void> {
  const leftMs = hourMs - (Date.now() % hourMs);
  if (leftMs < enoughMs) await sleep(leftMs);
}

/** Time for a hook that calls {@link beginWithinOneHour} and starts a service. */
export const hourHookTimeoutMs = enoughMs + 60_000;
