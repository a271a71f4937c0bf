import { setTimeout as sleep } from 'node:timers/promises';

const hourMs = 3_600_000;
const minLeftMs = 60_000;

/**
 * Waits for the next hour if this one ends within a minute, so that a test file runs within one hour. A mocked clock would
 * not suffice: the database has its own clock, and rows have times of both clocks.
 */
export async function beginWithinOneHour(): Promise<void> {
  const leftMs = hourMs - (Date.now() % hourMs);
  if (leftMs < minLeftMs) await sleep(leftMs);
}

/** Timeout of a hook that calls {@link beginWithinOneHour} and starts a service. */
export const hourHookTimeoutMs = minLeftMs + 60_000;
