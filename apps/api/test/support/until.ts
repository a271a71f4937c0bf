import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '../../../../scripts/lib/patience.cjs';

const pauseMs = 10;
/** Reaching this limit means that something is broken. It asserts nothing about duration. */
const usualLimitMs = 8_000;

/**
 * Waits until a condition holds.
 * @param what completes the sentence "timed out waiting until …".
 * @param limitMs more than usual for what starts a process.
 * @returns the first truthy result of the condition.
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  limitMs = usualLimitMs,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + limitMs * patience;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`timed out waiting until ${what}`);
    await sleep(pauseMs);
  }
}
