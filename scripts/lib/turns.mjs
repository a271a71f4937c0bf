// Lets one process at a time install and build in a checkout, whatever was killed in the middle of it.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const lookAgainMs = 50;

/**
 * Does `work` while no other process does any in the same directory (Lamport's bakery): each draws a number, in a file that
 * bears its process id, and waits for those before it. Nobody writes or removes another's file, so there is no lock to be
 * taken over from a process that was killed: its number does not count.
 */
export async function takeTurn(directory, work) {
  mkdirSync(directory, { recursive: true });
  const own = join(directory, `${process.pid}`);
  const leave = () => rmSync(own, { force: true });
  process.once('exit', leave);
  try {
    writeFileSync(own, ''); // about to draw: nobody passes until the number is there
    const others = othersIn(directory);
    const number = 1 + Math.max(0, ...others.map((pid) => numberOf(directory, pid)).filter(Number.isFinite));
    writeFileSync(own, `${number}\n`);
    for (const pid of othersIn(directory)) await untilBehind(directory, pid, number);
    return await work();
  } finally {
    leave();
    process.off('exit', leave);
  }
}

const othersIn = (directory) =>
  readdirSync(directory)
    .map(Number)
    .filter((pid) => pid !== process.pid && isRunning(pid));

/** The number that a process has drawn: -Infinity while it is about to, Infinity when it waits for nothing. */
function numberOf(directory, pid) {
  try {
    const text = readFileSync(join(directory, `${pid}`), 'utf8');
    return text.endsWith('\n') ? Number(text) : Number.NEGATIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

async function untilBehind(directory, pid, number) {
  const isBefore = () => {
    const its = numberOf(directory, pid);
    return isRunning(pid) && (its < number || (its === number && pid < process.pid));
  };
  if (!isBefore()) return;
  const file = join(directory, `${pid}`);
  process.stderr.write(`Waiting for process ${pid}, which prepares this checkout (if it does not, remove ${file}) …\n`);
  while (isBefore()) await sleep(lookAgainMs);
}

/** A number that some other program bears by now does not count. */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node');
  } catch {
    return true; // no such file on this system
  }
}
