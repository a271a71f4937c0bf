import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a holder that is shutting down may take to release its claim. */
const endingMs = 5_000;

/**
 * Claims the data directory. The claim of a killed process does not count.
 * @returns a release function
 * @throws {Error} when the directory is in use or cannot be written
 */
export async function claimDataDirectory(directory: string): Promise<() => void> {
  const claim = join(directory, 'loupe.pid');
  const deadlineMs = performance.now() + endingMs;
  for (;;) {
    const holder = tryClaim(directory, claim);
    if (holder === undefined) return () => rmSync(claim, { force: true });
    if (performance.now() > deadlineMs) {
      throw new Error(`DATA_DIR ${directory} is in use by a running Loupe (process ${holder}); stop it first`);
    }
    await sleep(100);
  }
}

/** The process that holds the claim; undefined when this one does. */
function tryClaim(directory: string, claim: string): number | undefined {
  try {
    mkdirSync(directory, { recursive: true });
    // Exclusive creation: of two processes only one succeeds.
    const file = openSync(claim, 'wx', 0o600);
    writeSync(file, `${process.pid}\n`);
    closeSync(file);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new Error(`DATA_DIR ${directory} cannot be written (${code})`);
  }
  const holder = Number(readFileSync(claim, 'utf8'));
  if (isRunning(holder)) return holder;
  rmSync(claim, { force: true });
  return tryClaim(directory, claim);
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return looksLikeNode(pid);
}

/** After a reboot another program may have the pid of a stale claim. */
function looksLikeNode(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node');
  } catch {
    return true;
  }
}
