// A lock between processes. It is taken before node_modules exists, so no library can do it.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 50;

/**
 * Runs `work` while no other process of this machine holds the same lock. A held lock is a folder with one file, named by the
 * owner's process id: rename(2) replaces an empty folder and refuses one with a file in it. The file of a killed owner is removed
 * by its name, so a waiting process cannot remove the lock of the next owner by mistake.
 */
export async function withLock(lock, work) {
  mkdirSync(lock, { recursive: true });
  for (let reported; !acquire(lock); ) {
    const [owner] = readdirSync(lock);
    if (owner === undefined) continue;
    if (!isRunning(Number(owner))) rmSync(join(lock, owner), { force: true });
    else {
      if (owner !== reported) process.stderr.write(`Waiting for process ${owner}, which holds ${lock} …\n`);
      reported = owner;
      await sleep(pollMs);
    }
  }
  const release = () => rmSync(join(lock, `${process.pid}`), { force: true });
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

/** Another program may have got a killed owner's id: no program but Node.js counts where /proc tells, and this process never does. */
function isRunning(pid) {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node');
  } catch {
    return true;
  }
}
