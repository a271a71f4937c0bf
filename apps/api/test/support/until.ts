import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '../../../../scripts/lib/patience.cjs';

const pauseMs = 10;
/** Reaching this limit means that something is broken. It asserts nothing about duration. */
const deadlineMs = 8_000 * patience;

/**
 * Waits until a condition holds.
 * @param what completes the sentence "timed out waiting until …".
 * @returns the first truthy result of the condition.
 */
export async function until<T>(what: string, condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`timed out waiting until ${what}`);
    await sleep(pauseMs);
  }
}
