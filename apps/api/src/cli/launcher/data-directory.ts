import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A lock between processes: `scripts/lib/lock.mjs`. */
export interface Lock {
  /** @returns the process that holds the lock; undefined when this one does */
  takeLock(path: string): number | undefined;
  releaseLock(path: string): void;
}

/** How long a holder that is shutting down may take to release its claim. */
const endingMs = 5_000;

/**
 * Claims the data directory. The claim of a killed process does not count.
 * @param withinMs how long to wait for another holder
 * @returns a release function
 * @throws {Error} when the directory is in use or cannot be written
 */
export async function claimDataDirectory(directory: string, lock: Lock, withinMs = endingMs): Promise<() => void> {
  const path = join(directory, 'loupe.lock');
  const deadlineMs = performance.now() + withinMs;
  for (;;) {
    const holder = tryClaim(directory, () => lock.takeLock(path));
    if (holder === undefined) return () => lock.releaseLock(path);
    if (performance.now() > deadlineMs) {
      throw new Error(`DATA_DIR ${directory} is in use by a running Loupe (process ${holder}); stop it first`);
    }
    await sleep(100);
  }
}

function tryClaim(directory: string, take: () => number | undefined): number | undefined {
  try {
    mkdirSync(directory, { recursive: true });
    return take();
  } catch (error) {
    throw new Error(`DATA_DIR ${directory} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}
