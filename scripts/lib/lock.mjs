// A lock between processes, without a library because it is needed before node_modules exists.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 50;

/**
 * Takes a lock unless a running process holds it. A held lock is a folder with one file, whose name is the owner's process id. rename(2)
 * replaces an empty folder, but not a folder with a file. A killed owner's file is removed by its name, so two processes that find it
 * cannot remove each other's lock by mistake.
 * @returns the process that holds the lock; undefined when this one does
 */
export function takeLock(lock) {
  mkdirSync(lock, { recursive: true });
  while (!acquire(lock)) {
    const [owner] = readdirSync(lock);
    if (owner === undefined) continue;
    if (isRunning(Number(owner))) return Number(owner);
    rmSync(join(lock, owner), { force: true });
  }
  return undefined;
}

/**
 * Makes a child process hold the lock, too: if this process is killed, the lock is free only when the child has ended.
 * @returns a function that releases the child's part
 */
export function holdFor(lock, pid) {
  const file = join(lock, `${pid}`);
  writeFileSync(file, '');
  return () => rmSync(file, { force: true });
}

export const releaseLock = (lock) => rmSync(join(lock, `${process.pid}`), { force: true });

/** Runs `work` while holding a lock. Waits for it as long as a running process holds it. */
export async function withLock(lock, work) {
  let reported;
  for (let owner = takeLock(lock); owner !== undefined; owner = takeLock(lock)) {
    if (owner !== reported) process.stderr.write(`Waiting for process ${owner}, which holds ${lock} …\n`);
    reported = owner;
    await sleep(pollMs);
  }
  const release = () => releaseLock(lock);
  process.once('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

function acquire(lock) {
  const candidate = `${lock}.${process.pid}`;
  mkdirSync(candidate, { recursive: true });
  writeFileSync(join(candidate, `${process.pid}`), '');
  try {
    renameSync(candidate, lock);
    return true;
  } catch (error) {
    rmSync(candidate, { recursive: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** The process id of a killed owner may be reused. On Linux (/proc), only Node.js and npm count as owners. */
function isRunning(pid) {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  try {
    return /node|npm/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return true;
  }
}
